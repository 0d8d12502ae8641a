# Shortens the nodes in what vugugen writes to calls of ui/node.go.
my $string = qr/"(?:[^"\\]|\\.)*"/;
my $attribute = qr/(?:vugu\.VGAttribute)?\{Namespace: "", Key: $string, Val: $string\}/;
my $append = qr/\n\s*vgparent\.AppendChild\(vgn\)/;
s/&vugu\.VGNode\{Type: vugu\.VGNodeType\(1\), Data: ($string)\}$append/addText(vgparent, $1)/g;
s{&vugu\.VGNode\{Type: vugu\.VGNodeType\(3\), Namespace: "", Data: ($string), Attr: \[\]vugu\.VGAttribute(?:\(nil\)|\{((?:$attribute(?:, )?)+)\})\}$append}
 {my ($name, $attributes) = ($1, $2 // ""); my @pairs = $attributes =~ /Key: ($string), Val: ($string)/g; "addElement(" . join(", ", "vgparent", $name, @pairs) . ")"}ge;
s/vgn = (addText\()/$1/g;
