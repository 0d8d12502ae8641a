# what the bug report had
chunks = [
    (0.012, b'data: {"n":0}\n\n'),
    (0.075, b'data: {"n":1'),
    (1.200, b'}\r\n\r\ndata: caf\xc3'),
    (1.201, b'\xa9\n\n'),
]
