# join-namespaces.pl PID STARTTIME FILTER -- COMMAND…
#
# Opens the user namespaces and the PID namespace of a process, and becomes the command with their descriptors in the
# place of its word `--namespaces`, as options of bubblewrap. It enters none of them: bubblewrap does, as the user of the
# instance, who owns them. The start time tells the process from a later one with the same PID.
#
# FILTER is the descriptor of a seccomp filter, or `none`. Bubblewrap puts the instance's own in force last, after it has given up its
# privileges; the instance sees it by then, can stop it there, and write into its memory. Therefore this one, which
# refuses all that bubblewrap does not need itself, is in force before.

use strict;
use warnings;
use Config;

my ($pid, $start_time, $filter, $separator, @command) = @ARGV;
die "usage: join-namespaces.pl PID STARTTIME FILTER -- COMMAND\n"
    unless @command && $pid =~ /^[1-9]\d*$/ && $separator eq '--';

# ioctl(2) of a namespace: the user namespace that owns it.
my $ns_get_userns = 0xb701;
my $f_setfd       = 2;

open my $inner, '<', "/proc/$pid/ns/user" or die "user namespace: $!\n";
open my $processes, '<', "/proc/$pid/ns/pid" or die "PID namespace: $!\n";
open my $facts, '<', "/proc/$pid/stat" or die "process: $!\n";
my ($fields) = join('', <$facts>) =~ /^.*\) (.*)$/s;
die "the process has ended\n" unless (split ' ', $fields)[19] eq $start_time;
close $facts;

# The sandbox is set up in one, and its processes are in another inside it, which may make no more of them.
my $number = ioctl($processes, $ns_get_userns, 0) or die "owner of the PID namespace: $!\n";
open my $outer, '<&=', 0 + $number or die "owner of the PID namespace: $!\n";
fcntl $_, $f_setfd, 0 or die "descriptor: $!\n" for $inner, $outer, $processes;

for my $place (0 .. $#command) {
    next if $command[$place] ne '--namespaces';
    splice @command, $place, 1, '--userns', fileno $outer, '--userns2', fileno $inner, '--pidns', fileno $processes;
    last;
}
restrict_calls($filter) if $filter ne 'none';
exec { $command[0] } @command or die "$command[0]: $!\n";

sub restrict_calls {
    my ($number) = @_;
    open my $file, '<&=', $number or die "filter: $!\n";
    binmode $file;
    my $program = do { local $/; <$file> };
    close $file;
    die "filter: it is empty\n" unless length($program // '');
    my %prctl = (x86_64 => 157, aarch64 => 167);
    my ($processor) = $Config{archname} =~ /^(x86_64|aarch64)/ or die "filter: unknown processor\n";
    my ($set_seccomp, $filter_mode, $instruction_bytes) = (22, 2, 8);
    my $set = pack 'S x![P] P', length($program) / $instruction_bytes, $program;
    syscall($prctl{$processor}, $set_seccomp, $filter_mode, $set) == 0 or die "filter: $!\n";
}
