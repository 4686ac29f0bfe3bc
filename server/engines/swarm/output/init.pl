# init.pl [--rate LINES] [--quiet] [step COUNT WORD… COUNT NAME=VALUE…]… -- COMMAND…
#
# First process of a container of the Swarm engine. Runs the steps, then the command, each below output-pump.pl, and
# exits as the command exits; a step that fails ends it. Standard output is the application's. On standard error it
# tells the engine, which reaches no other way into a container on another node:
#   step N          step N begins
#   end N CODE      it has ended
#   run             the command begins
#   listen A:P …    sockets that listen, whenever they change
#   lines N         how many lines the command has printed so far, told by its pump
#   usage CPU MEMORY RECEIVED SENT   seconds and bytes, every ten seconds
#   oom             the kernel has killed a process for lack of memory
# Perl, because it starts in 2 ms, takes 5 MB and is on every Debian.

use strict;
use warnings;
use POSIX ();

my ($prctl_no_new_privs, $wnohang) = (38, 1);
my %prctl = (x86_64 => 157, aarch64 => 167);
my $folder = $0 =~ s{[^/]*$}{}r;
# An image that has no Perl carries one with its own loader.
my @perl = -e "${folder}perl/loader"
    ? ("${folder}perl/loader", '--library-path', "${folder}perl/lib", "${folder}perl/bin/perl", "-I${folder}perl/modules")
    : $^X;
my ($rate, $is_quiet, @steps) = (1000, 0);
while (@ARGV) {
    my $word = shift @ARGV;
    last if $word eq '--';
    if    ($word eq '--rate')  { $rate = shift @ARGV }
    elsif ($word eq '--quiet') { $is_quiet = 1 }
    elsif ($word eq 'step') {
        my @words = splice @ARGV, 0, shift @ARGV;
        my @variables = splice @ARGV, 0, shift @ARGV;
        push @steps, [ \@words, \@variables ];
    }
}

# No program gains rights by a set-user-id bit, on nodes whose daemon does not see to it either.
my $number = $prctl{ (POSIX::uname())[4] };
syscall $number, $prctl_no_new_privs, 1, 0, 0, 0 if $number;

my ($pump, $is_told) = (0, 0);
$SIG{TERM} = sub { $is_told = 1; signal_command('TERM') };
$SIG{CHLD} = sub { };

sub say_to_engine { syswrite STDERR, "$_[0]\n" }

# The pump ignores SIGTERM, which is meant for what it runs.
sub signal_command {
    my ($signal) = @_;
    return unless $pump;
    for my $stat (glob '/proc/[0-9]*/stat') {
        open my $file, '<', $stat or next;
        my ($pid, $parent) = (<$file> // '') =~ /^(\d+) \(.*\) \S (\d+)/s or next;
        kill $signal, $pid if $parent == $pump;
    }
}

sub first_line {
    open my $file, '<', $_[0] or return undef;
    return scalar <$file>;
}

sub field {
    my ($path, $name) = @_;
    open my $file, '<', $path or return undef;
    while (<$file>) { return $1 if /^\Q$name\E\s+(\d+)/ }
    return undef;
}

# Control groups of version 2, else of version 1.
sub usage {
    my $group = '/sys/fs/cgroup';
    my $micro = field("$group/cpu.stat", 'usage_usec');
    my $nano = first_line("$group/cpuacct/cpuacct.usage");
    my $cpu = defined $micro ? $micro / 1e6 : defined $nano ? $nano / 1e9 : 0;
    my $memory = first_line("$group/memory.current") // first_line("$group/memory/memory.usage_in_bytes") // 0;
    my $cold = field("$group/memory.stat", 'inactive_file') // field("$group/memory/memory.stat", 'total_inactive_file') // 0;
    my ($received, $sent) = (0, 0);
    if (open my $file, '<', '/proc/net/dev') {
        while (<$file>) {
            my ($name, @counts) = /^\s*([^:]+):\s*(.*)/ ? ($1, split ' ', $2) : next;
            next if $name eq 'lo';
            $received += $counts[0];
            $sent += $counts[8];
        }
    }
    return sprintf 'usage %.2f %.0f %.0f %.0f', $cpu, $memory - $cold, $received, $sent;
}

sub was_starved {
    my $group = '/sys/fs/cgroup';
    return field("$group/memory.events", 'oom_kill') || field("$group/memory/memory.oom_control", 'oom_kill') || 0;
}

# Docker's own name server listens at 127.0.0.11 in each container.
sub listening {
    my %found;
    for my $path ('/proc/net/tcp', '/proc/net/tcp6') {
        open my $file, '<', $path or next;
        while (<$file>) {
            my ($address, $port) = /^\s*\d+: ([0-9A-F]+):([0-9A-F]{4}) \S+ 0A / or next;
            my $host = length $address == 8 ? join '.', reverse unpack 'C4', pack 'H8', $address
                : $address =~ /^0+$/ ? '::' : $address =~ /^0{24}01000000$/ ? '::1' : '::other';
            $found{"$host:" . hex $port} = 1 unless $host eq '127.0.0.11';
        }
    }
    return join ' ', 'listen', sort keys %found;
}

my ($turn, $listened) = (0, 'listen');

sub report {
    my $now = listening();
    say_to_engine($listened = $now) if $now ne $listened;
    say_to_engine(usage()) if $turn++ % 40 == 39;
}

sub run_to_end {
    my ($is_main, $variables, @command) = @_;
    $pump = fork // die "fork: $!\n";
    if ($pump == 0) {
        for (@$variables) { my ($name, $value) = /^([^=]*)=(.*)$/s; $ENV{$name} = $value }
        my @count = $is_main && !$is_quiet ? ('--count', 1000) : ();
        exec @perl, "${folder}output-pump.pl", '--rate', $rate, @count, '--', @command or exit 127;
    }
    signal_command('TERM') if $is_told;
    for (;;) {
        my $ended = waitpid -1, $wnohang;
        if ($ended == $pump) {
            $pump = 0;
            return $? & 127 ? 128 + ($? & 127) : $? >> 8;
        }
        next if $ended > 0;
        report() if $is_main && !$is_quiet;
        select undef, undef, undef, 0.25;
    }
}

for my $number (0 .. $#steps) {
    my ($words, $variables) = @{ $steps[$number] };
    say_to_engine("step $number");
    my $code = run_to_end(0, $variables, @$words);
    say_to_engine('oom') if $code && was_starved();
    say_to_engine("end $number $code");
    exit $code if $code;
}
say_to_engine(usage()) unless $is_quiet;
say_to_engine('run');
my $code = run_to_end(1, [], @ARGV);
say_to_engine('oom') if $code && was_starved();
exit $code;
