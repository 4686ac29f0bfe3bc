# forget-flows.pl [ADDRESS…]
#
# Removes the entries of the kernel's connection tracking table that come from or go to one of these IPv4 addresses, and
# prints how many. Without addresses it reads lines `ID ADDRESS…` and answers each with `ID ok COUNT` or `ID error MESSAGE` until its
# standard input ends; words of both are in hexadecimal digits behind a colon. The kernel itself drops an entry only when it times out, which may take days when whoever held the connection was
# killed. Entries with a translated destination stay: they lead to a port of this machine, whose server may still have its
# end of the connection, and they count until it has let go. Perl, because it is there for the output pump already.

use strict;
use warnings;

my ($af_netlink, $sock_raw, $netfilter, $af_inet) = (16, 3, 12, 2);
my ($get, $delete) = (0x0101, 0x0102);
my ($is_request, $is_dump) = (0x1, 0x300);
my ($error, $done) = (2, 3);
my ($tuple_orig, $status, $id, $zone, $filter) = (1, 3, 12, 18, 25);
my $is_nested            = 0x8000;
my $has_translated_target = 1 << 5;
my $max_rounds           = 5;

sub attribute {
    my ($type, $value) = @_;
    my $bytes = pack('S S', 4 + length $value, $type) . $value;
    return $bytes . "\0" x (-length($bytes) % 4);
}

# By type, without the flag that says that an attribute has attributes.
sub attributes {
    my ($bytes) = @_;
    my %found;
    while (length $bytes >= 4) {
        my ($length, $type) = unpack 'S S', $bytes;
        last if $length < 4 || $length > length $bytes;
        $found{ $type & 0x3fff } = substr $bytes, 4, $length - 4;
        my $padded = $length + -$length % 4;
        $bytes = $padded < length $bytes ? substr $bytes, $padded : '';
    }
    return \%found;
}

sub message {
    my ($type, $flags, $attributes) = @_;
    my $body = pack('C C n', $af_inet, 0, 0) . $attributes;
    return pack('L S S L L', 16 + length $body, $type, $is_request | $flags, 0, 0) . $body;
}

sub open_netlink {
    socket my $socket, $af_netlink, $sock_raw, $netfilter or die "netlink: $!\n";
    bind $socket, pack 'S S L L', $af_netlink, 0, 0, 0 or die "netlink: $!\n";
    return $socket;
}

# The entry's own names of itself if it has the address in this place (1 the source, 2 the destination). The kernel filters too,
# but versions before 5.8 answer with the whole table.
sub matching {
    my ($bytes, $place, $address) = @_;
    my $entry = attributes(substr $bytes, 4);
    my $tuple = attributes($entry->{$tuple_orig} // '');
    my $ip    = attributes($tuple->{1} // '');
    return if ($ip->{$place} // '') ne $address;
    return if unpack('N', $entry->{$status} // "\0\0\0\0") & $has_translated_target;
    my @names = grep { exists $entry->{$_} } $id, $zone;
    return join '', attribute($tuple_orig | $is_nested, $entry->{$tuple_orig}),
        map { attribute($_, $entry->{$_}) } @names;
}

sub find {
    my ($place, $address) = @_;
    my $wanted = attribute(1 | $is_nested, attribute($place, $address));
    my $flags  = attribute($filter | $is_nested, attribute(1, pack 'L', $place));
    my $socket = open_netlink();
    send $socket, message($get, $is_dump, attribute($tuple_orig | $is_nested, $wanted) . $flags), 0
        or die "conntrack: $!\n";
    my @found;
    while (1) {
        defined recv $socket, my $answer, 65536, 0 or die "conntrack: $!\n";
        while (length $answer >= 16) {
            my ($length, $type) = unpack 'L S', $answer;
            my $body = substr $answer, 16, $length - 16;
            return @found if $type == $done;
            if ($type == $error) { $! = -unpack 'l', $body; die "conntrack: $!\n" }
            push @found, matching($body, $place, $address);
            my $padded = $length + -$length % 4;
            $answer = $padded < length $answer ? substr $answer, $padded : '';
        }
    }
}

sub forget {
    my ($text) = @_;
    my $count = 0;
    $text =~ /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/ or die "$text is not an address\n";
    my $address = pack 'C4', $1, $2, $3, $4;
    for my $place (1, 2) {
        # Again until none is found: the kernel may overlook some while its table changes.
        for (1 .. $max_rounds) {
            my @found = find($place, $address) or last;
            my $socket = open_netlink();
            send $socket, message($delete, 0, $_), 0 or die "conntrack: $!\n" for @found;
            $count += @found;
        }
    }
    return $count;
}

sub forget_all {
    my $count = 0;
    $count += forget($_) for @_;
    return $count;
}

if (@ARGV) {
    print forget_all(@ARGV), "\n";
    exit;
}

# Signals to the whole process group are for the process that asks.
$SIG{$_} = 'IGNORE' for qw(HUP INT TERM);
$| = 1;
while (my $line = <STDIN>) {
    chomp $line;
    my ($id, @words) = split / /, $line;
    my $count = eval { forget_all(map { pack 'H*', substr $_, 1 } @words) };
    my ($state, $word) = defined $count ? ('ok', $count) : ('error', $@ =~ s/\n$//r);
    print "$id $state :", unpack('H*', $word), "\n";
}
