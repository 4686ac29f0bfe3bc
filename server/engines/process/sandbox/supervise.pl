# supervise.pl [worker "RESTART SECONDS" NAME COUNT WORD…]… -- COMMAND…
#
# What supervise.sh does, in an image that may have no shell: runs the command with workers beside it, and ends as it ends. COUNT is
# how many words of theirs follow. A signal is passed on to the command, and ends the workers. Perl, with none of its modules.

use strict;
use warnings;

my ($wnohang, $last_grace) = (1, 5);
my %number;
@number{qw(HUP INT QUIT USR1 USR2 TERM WINCH)} = (1, 2, 3, 10, 12, 15, 28);

# Perl would complain about a locale that this image lacks; the command has it as it is.
delete $ENV{PERL_BADLANG} if ($ENV{PERL_BADLANG} // 'unset') eq '';
$| = 1;

my @workers;
while (@ARGV && $ARGV[0] eq 'worker') {
    my (undef, $settings, $name, $count) = splice @ARGV, 0, 4;
    my ($restart, $delay) = split / /, $settings;
    push @workers, { restart => $restart, delay => $delay, name => $name, words => [splice @ARGV, 0, $count] };
}
shift @ARGV;

# A byte wakes the loop, so that no signal is lost between a look and a wait.
pipe my $woken, my $wake or die "pipe: $!\n";
my ($told, @signals);
$SIG{CHLD} = sub { syswrite $wake, '.' };
for my $name (keys %number) {
    $SIG{$name} = sub { push @signals, $name; syswrite $wake, '.' };
}

my $main = run(@ARGV);
start($_) for @workers;
# Seconds that are left for those that work beside a command that has ended by itself; when it was told to end, whoever told it is
# the judge.
my ($status, $grace);
for (;;) {
    reap();
    pass_on();
    start($_) for grep { defined $_->{left} && $_->{left} <= 0 && !$told } @workers;
    if (defined $status) {
        if (!$told) {
            $grace = $last_grace;
            tell_workers();
        }
        last if !grep { $_->{pid} } @workers;
        last if defined $grace && $grace <= 0;
    }
    wait_for_news();
}
exit($status & 127 ? 128 + ($status & 127) : $status >> 8);

sub run {
    my @command = @_;
    my $pid = fork // die "fork: $!\n";
    return $pid if $pid;
    $SIG{$_} = 'DEFAULT' for 'CHLD', keys %number;
    no warnings 'exec';
    exec { $command[0] } @command or do {
        print STDERR "$command[0]: $!\n";
        exit 127;
    };
}

sub start {
    my ($worker) = @_;
    delete $worker->{left};
    $worker->{pid} = run(@{ $worker->{words} });
}

sub reap {
    while ((my $pid = waitpid -1, $wnohang) > 0) {
        my $ended = $?;
        if ($pid == $main) { $status = $ended; next }
        for my $worker (grep { ($_->{pid} // 0) == $pid } @workers) {
            delete $worker->{pid};
            my $code = $ended & 127 ? 128 + ($ended & 127) : $ended >> 8;
            next if $told || defined $status || $worker->{restart} eq 'never';
            next if $worker->{restart} eq 'on-failure' && $code == 0;
            $worker->{left} = $worker->{delay};
            print "The worker \"$worker->{name}\" ended with code $code. It is started again in $worker->{delay} s.\n";
        }
    }
}

sub pass_on {
    for my $name (splice @signals) {
        kill $name, $main unless defined $status;
        tell_workers() unless $told;
    }
}

sub tell_workers {
    $told = 1;
    kill 'TERM', $_->{pid} for grep { $_->{pid} } @workers;
}

sub wait_for_news {
    my $watched = '';
    vec($watched, fileno $woken, 1) = 1;
    my $pause = 60;
    for my $left (grep { defined } $grace, map { $_->{left} } @workers) {
        $pause = $left if $left < $pause;
    }
    my ($found, $rest) = select $watched, undef, undef, $pause < 0 ? 0 : $pause;
    sysread $woken, my $nothing, 4096 if $found > 0;
    # Interrupted by a signal it does not tell how long it has waited.
    my $waited = $found < 0 ? 0 : $pause - $rest;
    $grace -= $waited if defined $grace;
    $_->{left} -= $waited for grep { defined $_->{left} } @workers;
}
