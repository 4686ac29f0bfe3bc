# Capabilities: those that there are, and all that can be asked for.
my %status = content('/proc/self/status') =~ /^(\w+):\s+(\S+)$/mg;
my $all = pack 'I6', (0xffffffff) x 6;
verdict(
    'refused',
    map({ $status{$_} =~ /^0+$/ ? () : "$_ $status{$_}" } qw(CapPrm CapEff CapInh CapAmb)),
    $status{NoNewPrivs} eq '1' ? () : 'new privileges',
    $status{Seccomp} eq '2'    ? () : 'no filter',
    tried('capset', pack('Ii', 0x20080522, 0), $all),
)
