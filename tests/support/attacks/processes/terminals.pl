# Characters that a terminal takes for typed: whoever reads the terminal next would run them.
my ($type, $selection, $steal) = (0x5412, 0x541c, 0x540e);
my @through;
for my $path (qw(/dev/stdin /dev/tty /dev/console /dev/tty0 /dev/tty1), glob '/dev/pts/[0-9]*') {
    open my $terminal, '+<', $path or next;
    my $character = 'x';
    push @through, "input of $path" if ioctl $terminal, $type, $character;
    my $code = "\3";
    push @through, "selection of $path" if ioctl $terminal, $selection, $code;
    push @through, "$path for another session" if $path =~ /pts/ && ioctl $terminal, $steal, 1;
}
verdict('refused', @through)
