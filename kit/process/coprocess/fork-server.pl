# fork-server.pl
#
# Runs programs for a large process, whose own fork takes long: the kernel copies all its page tables. Reads lines
# `ID run KEY INPUT PROGRAM WORD…` and `ID kill KEY`, and writes `ID ok CODE STDOUT STDERR` when a program and its output have ended,
# `ID ok` or `ID error MESSAGE`; words are in hexadecimal digits behind a colon. Ends with its standard input; programs that still run
# are left to themselves. Perl, because it is there for the output pump already.

use strict;
use warnings;

require(__FILE__ =~ s{[^/]*$}{../close-descriptors.pl}r);
close_descriptors(3);

my ($eintr, $eagain, $wnohang) = (4, 11, 1);
my $max_output = 8 * 1024 * 1024;

# Signals to the whole process group are for the large process to handle.
my @ignored = qw(HUP INT TERM PIPE);
$SIG{$_} = 'IGNORE' for @ignored;

# A byte here for each child that has ended wakes up the loop.
pipe my $woken, my $waker or die "pipe: $!\n";
$_->blocking(0) for $woken, $waker;
$SIG{CHLD} = sub { syswrite $waker, 'x' };

my (%jobs, %key_of);

sub answer {
    my ($id, $state, @words) = @_;
    my $line = join(' ', $id, $state, map { ':' . unpack 'H*', $_ } @words) . "\n";
    while (length $line) {
        my $count = syswrite STDOUT, $line;
        if (defined $count) { substr $line, 0, $count, '' }
        elsif ($! != $eintr) { exit }
    }
}

sub start {
    my ($id, $key, $input, @command) = @_;
    my %job = (id => $id, input => $input, stdout => '', stderr => '');
    pipe my $in,  $job{in}  or die "pipe: $!\n";
    pipe $job{out}, my $out or die "pipe: $!\n";
    pipe $job{err}, my $err or die "pipe: $!\n";
    my $child = fork // die "fork: $!\n";
    if ($child == 0) {
        $SIG{$_} = 'DEFAULT' for @ignored;
        open STDIN,  '<&', $in;
        open STDOUT, '>&', $out;
        open STDERR, '>&', $err;
        exec { $command[0] } @command or do {
            syswrite STDERR, "$command[0]: $!\n";
            exit 127;
        };
    }
    $job{in}->blocking(0);
    $job{pid}       = $child;
    $key_of{$child} = $key;
    $jobs{$key}     = \%job;
    feed(\%job);
}

sub feed {
    my ($job) = @_;
    my $count = length $job->{input} ? syswrite $job->{in}, $job->{input} : 0;
    if (defined $count) { substr $job->{input}, 0, $count, '' }
    elsif ($! != $eagain && $! != $eintr) { $job->{input} = '' }
    close delete $job->{in} if !length $job->{input};
}

sub drain {
    my ($job, $from, $to) = @_;
    my $count = sysread $job->{$from}, my $bytes, 65536;
    return if !defined $count && $! == $eintr;
    if ($count) { $job->{$to} .= $bytes if length $job->{$to} < $max_output }
    else { close delete $job->{$from} }
}

sub reap {
    sysread $woken, my $bytes, 4096;
    while ((my $pid = waitpid -1, $wnohang) > 0) {
        my $job = $jobs{ delete $key_of{$pid} };
        $job->{code} = $? & 127 ? 128 + ($? & 127) : $? >> 8;
        delete $job->{pid};
    }
}

sub handle {
    my ($id, @words) = split / /, $_[0];
    my ($verb, $key, @rest) = map { pack 'H*', substr $_, 1 } @words;
    if ($verb eq 'run') {
        eval { start($id, $key, @rest); 1 } or answer($id, 'error', $@ =~ s/\n$//r);
        return;
    }
    # A process that was waited for is no longer there: its number may be another's.
    kill 'KILL', $jobs{$key}{pid} if $jobs{$key} && $jobs{$key}{pid};
    answer($id, 'ok');
}

my $requests = '';
while (1) {
    my ($readable, $writable) = ('', '');
    vec($readable, fileno $_, 1) = 1 for *STDIN, $woken, map { grep { $_ } @$_{qw(out err)} } values %jobs;
    vec($writable, fileno $_, 1) = 1 for map { $_->{in} // () } values %jobs;
    next if select($readable, $writable, undef, undef) < 0;
    my $is_ready = sub { my ($bits, $handle) = @_; return $handle && vec $bits, fileno $handle, 1 };
    if ($is_ready->($readable, *STDIN)) {
        my $count = sysread STDIN, $requests, 65536, length $requests;
        exit if defined $count && $count == 0;
        handle($1) while $requests =~ s/^(.*)\n//;
    }
    reap() if $is_ready->($readable, $woken);
    for my $key (keys %jobs) {
        my $job = $jobs{$key};
        feed($job)                  if $is_ready->($writable, $job->{in});
        drain($job, 'out', 'stdout') if $is_ready->($readable, $job->{out});
        drain($job, 'err', 'stderr') if $is_ready->($readable, $job->{err});
        next if $job->{out} || $job->{err} || !exists $job->{code};
        answer($job->{id}, 'ok', $job->{code}, $job->{stdout}, $job->{stderr});
        delete $jobs{$key};
    }
}
