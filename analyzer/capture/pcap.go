package capture

import "bytes"

// pcapImporter is the row of packet captures, which package packets reads.
var pcapFormat = FormatInfo{
	Format: FormatPcap, Level: LevelWire,
	Title: "A packet capture, pcap or pcapng, of HTTP that is not encrypted",
	Short: "a packet capture",
	HowTo: []string{
		`tcpdump -i lo -U -s 0 -w out.pcap "tcp port 8080"  # to a server on this machine; -i any: to others, too; -i lo0 on macOS`,
		`dumpcap -i lo -f "tcp port 8080" -w out.pcapng  # comes with Wireshark; on Windows -i "Adapter for loopback traffic capture"`,
		`# TLS is not decrypted here: record where it is not encrypted yet or no longer, or with its keys, and take the text of tshark`,
		`SSLKEYLOGFILE=keys.log curl -sN URL  # while dumpcap runs, then`,
		`tshark -r out.pcapng -o tls.keylog_file:keys.log -q -z follow,tls,yaml,0 > out.yaml`,
	},
	Extensions: []string{".pcap", ".pcapng", ".cap"},
}

var pcapImporter = importer{
	FormatInfo: &pcapFormat,
	looks:      looksLikePcap,
}

// looksLikePcap knows pcap by its magic, in microseconds or nanoseconds and of
// either byte order, and pcapng by the type of its first block.
func looksLikePcap(head []byte) bool {
	for _, magic := range []string{"\xa1\xb2\xc3\xd4", "\xd4\xc3\xb2\xa1", "\xa1\xb2\x3c\x4d", "\x4d\x3c\xb2\xa1", "\x0a\x0d\x0d\x0a"} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return true
		}
	}
	return false
}
