# forward.pl HOST PORT
#
# Connects to a port of this machine and passes standard input and output on. It runs inside the sandbox of an instance, as
# its user, so that it reaches what the instance reaches, and no tools of the instance are needed.

use strict;
use warnings;
use Socket qw(:DEFAULT inet_pton);

my ($host, $port) = @ARGV;
my $address = $host eq '::1' ? pack_sockaddr_in6($port, inet_pton(AF_INET6, $host)) : pack_sockaddr_in($port, inet_aton('127.0.0.1'));
socket my $to, $host eq '::1' ? PF_INET6 : PF_INET, SOCK_STREAM, 0 or die "socket: $!\n";
connect $to, $address or die "port $port: $!\n";

my $child = fork // die "fork: $!\n";
my ($from, $into) = $child ? ($to, \*STDOUT) : (\*STDIN, $to);
while (sysread $from, my $bytes, 65536) {
    while (length $bytes) {
        my $written = syswrite $into, $bytes;
        exit 1 unless defined $written;
        substr $bytes, 0, $written, '';
    }
}
if ($child) { kill 'TERM', $child; waitpid $child, 0 }
else        { shutdown $to, 1 }
