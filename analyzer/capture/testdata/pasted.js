const chunks = [
  "data: 1\n\n",
  'data: 2\n' +
    '\n',
  `data: 3

`,
  new Uint8Array([100, 97, 116, 97, 58, 10, 10]),
  <Buffer 64 61 74 61 3a 0a 0a>,
];
