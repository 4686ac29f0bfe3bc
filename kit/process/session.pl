# session.pl [--terminal COLUMNSxROWS] shell | line TEXT | program COMMAND…
#
# Runs a command inside a sandbox, as its user, with its own terminal or with pipes, and passes its input and
# outputs on. Descriptor 5 is the control connection: this program writes `started`, and reads lines: `size COLUMNSxROWS` and
# `signal NAME`. Its end is a hang-up: SIGHUP, then SIGKILL. What the command has left behind ends with it, therefore
# orphans come to this process. Perl, because it is on every Debian, and none of its modules, because Debian's base
# system has few.

use strict;
use warnings;

my $control_number = 5;
my $chunk          = 65536;
my $linger         = 2;
my $hangup_grace   = 5;

my ($wnohang, $eintr, $eagain, $eio) = (1, 4, 11, 5);
my ($f_setfl, $o_rdwr, $o_noctty, $o_nonblock) = (4, 2, 0x100, 0x800);
my ($tcgets, $tcsets, $tiocsctty, $tiocgpgrp, $tiocswinsz) = (0x5401, 0x5402, 0x540e, 0x540f, 0x5414);
my ($tiocgptn, $tiocsptlck) = (0x80045430, 0x40045431);
my $iutf8 = 0x4000;
my %calls = (x86_64 => { setsid => 112, prctl => 157 }, aarch64 => { setsid => 157, prctl => 167 });
my $set_child_subreaper = 36;

# The namespaces that this process has joined, its filter and its variables are for nobody any more.
close_others();
$SIG{$_} = 'IGNORE' for qw(PIPE HUP INT TERM QUIT);
my $has_news = 0;
$SIG{CHLD} = sub { $has_news = 1 };
# Should memory run out, the command goes before this program, and both before the instance.
set_oom_score(900);
adopt_orphans();

# Perl would complain about a locale of the client that this system lacks; the command has it as it is.
delete $ENV{PERL_BADLANG} if ($ENV{PERL_BADLANG} // 'unset') eq '';
my $size;
if (@ARGV && $ARGV[0] eq '--terminal') { (undef, $size) = splice @ARGV, 0, 2 }
my ($kind, @words) = @ARGV;
my $shell = -x '/bin/bash' ? '/bin/bash' : '/bin/sh';
$ENV{SHELL} = $shell;

open my $control, '+<&=', $control_number or die "control: $!\n";
my ($in, $out, $errors, $child) = defined $size ? start_with_terminal($size) : start_with_pipes();
unblock($_) for grep { defined } $in, \*STDOUT, \*STDERR, $control;
syswrite $control, "started\n";
# Whoever prints here by mistake must not be taken for the command.
$SIG{__WARN__} = sub { };

# Each route has its source, its sink, and what is read and not yet written.
my $input  = { from => \*STDIN, to => $in, held => '' };
my $output = { from => $out, to => \*STDOUT, held => '' };
my @routes = ($input, $output);
push @routes, { from => $errors, to => \*STDERR, held => '' } if $errors;

my ($status, $ended_at, $hung_up_at, $killed_at, $asked) = (undef, undef, undef, undef, '');
for (;;) {
    my ($read, $write) = ('', '');
    for my $route (@routes) {
        vec($read,  fileno $route->{from}, 1) = 1 if $route->{from} && $route->{held} eq '';
        vec($write, fileno $route->{to},   1) = 1 if $route->{to}   && $route->{held} ne '';
    }
    vec($read, fileno $control, 1) = 1 if $control;
    my $found = select $read, $write, undef, defined $status || defined $hung_up_at ? 0.05 : 1;
    # After a signal nothing is known of them.
    ($read, $write) = ('', '') if $found <= 0;
    hear() if $control && vec $read, fileno $control, 1;
    for my $route (@routes) {
        give($route) if $route->{to}   && vec $write, fileno $route->{to},   1;
        take($route) if $route->{from} && vec $read,  fileno $route->{from}, 1;
    }
    reap();
    end_others() if defined $status || defined $hung_up_at;
    last if defined $status && !has_descendants() && is_drained();
    last if defined $killed_at && defined $status && now() - $killed_at > $hangup_grace;
}
exit($status & 127 ? 128 + ($status & 127) : $status >> 8);

sub now { return time }

sub close_others {
    for my $number (grep { $_ != $control_number } 3 .. 31) {
        if (open my $file, '<&=', $number) { close $file }
    }
}

sub set_oom_score {
    open my $file, '>', '/proc/self/oom_score_adj' or return;
    print $file $_[0];
    close $file;
}

sub adopt_orphans { system_call('prctl', $set_child_subreaper, 1, 0, 0, 0) }

sub system_call {
    my ($name, @arguments) = @_;
    require Config;
    no warnings 'once';
    my ($processor) = $Config::Config{archname} =~ /^(x86_64|aarch64)/ or die "$name: unknown processor\n";
    return syscall $calls{$processor}{$name}, @arguments;
}

sub unblock { fcntl $_[0], $f_setfl, $o_nonblock }

sub start_with_terminal {
    my ($size) = @_;
    sysopen my $master, '/dev/ptmx', $o_rdwr | $o_noctty or die "terminal: $!\n";
    ioctl $master, $tiocsptlck, my $unlocked = pack 'i', 0 or die "terminal: $!\n";
    ioctl $master, $tiocgptn, my $packed = pack 'i', 0 or die "terminal: $!\n";
    my $path = '/dev/pts/' . unpack 'i', $packed;
    sysopen my $slave, $path, $o_rdwr | $o_noctty or die "terminal: $!\n";
    resize($master, $size);
    # Erasing a character in a line that the kernel edits takes all of its bytes away.
    my $modes = "\0" x 64;
    if (ioctl $slave, $tcgets, $modes) {
        substr $modes, 0, 4, pack 'L', $iutf8 | unpack 'L', $modes;
        ioctl $slave, $tcsets, $modes;
    }
    my $child = begin($slave, $slave, $slave);
    close $slave;
    return ($master, $master, undef, $child);
}

sub start_with_pipes {
    pipe my $in_end, my $in or die "pipe: $!\n";
    pipe my $out, my $out_end or die "pipe: $!\n";
    pipe my $errors, my $errors_end or die "pipe: $!\n";
    my $child = begin($in_end, $out_end, $errors_end);
    return ($in, $out, $errors, $child);
}

# Returns when the command runs in a process group of its own. Before that no signal would reach it.
sub begin {
    my ($in, $out, $errors) = @_;
    # Both are closed by the exec.
    pipe my $begun, my $beginning or die "pipe: $!\n";
    my $child = fork // die "fork: $!\n";
    if ($child) {
        close $beginning;
        1 until defined sysread($begun, my $nothing, 1) || $! != $eintr;
        return $child;
    }
    $SIG{$_} = 'DEFAULT' for qw(PIPE HUP INT TERM QUIT CHLD);
    set_oom_score(1000);
    open STDIN,  '<&', $in;
    open STDOUT, '>&', $out;
    open STDERR, '>&', $errors;
    system_call('setsid');
    ioctl STDIN, $tiocsctty, 0 if defined $size;
    my @command = $kind eq 'shell' ? ($shell, '-l') : $kind eq 'line' ? ($shell, '-c', @words) : @words;
    no warnings 'exec';
    exec { $command[0] } @command or do {
        my $reason = "$command[0]: $!";
        $reason = 'There is no shell here, neither /bin/bash nor /bin/sh: name a program and its arguments instead'
            if $kind ne 'program' && !-e $shell;
        print STDERR "$reason\n";
        exit 127;
    };
}

sub resize {
    my ($terminal, $size) = @_;
    my ($columns, $rows) = $size =~ /^(\d{1,5})x(\d{1,5})$/ or return;
    ioctl $terminal, $tiocswinsz, my $packed = pack 'S4', $rows, $columns, 0, 0;
}

sub hear {
    my $text;
    my $count = sysread $control, $text, 4096;
    return if !defined $count && ($! == $eintr || $! == $eagain);
    if (!$count) {
        close $control;
        $control = undef;
        hang_up();
        return;
    }
    $asked .= $text;
    while ($asked =~ s/^([^\n]*)\n//) {
        my ($verb, $value) = split / /, $1, 2;
        if ($verb eq 'size')   { resize($out, $value) if defined $size && $out }
        if ($verb eq 'signal') { signal_command($value) }
    }
}

# With a terminal for its foreground job, as if a key was pressed, and else for all that the command has started.
sub signal_command {
    my ($name) = @_;
    return if defined $status || $name !~ /^[A-Z0-9]{2,5}$/;
    my $job = pack 'i', 0;
    my $group = defined $size && $out && ioctl($out, $tiocgpgrp, $job) ? unpack 'i', $job : 0;
    kill $name, $group > 1 ? -$group : -$child;
}

sub hang_up {
    $hung_up_at //= now();
    kill 'HUP', -$child unless defined $status;
    # The end of the terminal tells everybody else.
    for my $route (@routes) {
        next if $route == $input && !$errors;
        close $route->{from} if $route->{from};
        ($route->{from}, $route->{held}) = (undef, '');
    }
    close $in if $in;
    @$input{qw(from to held)} = (undef, undef, '');
}

sub take {
    my ($route) = @_;
    my $text;
    my $count = sysread $route->{from}, $text, $chunk;
    if ($count) { $route->{held} = $text; give($route); return }
    return if !defined $count && ($! == $eintr || $! == $eagain);
    $route->{from} = undef;
    return if $route != $input;
    # The end of the input: what a terminal says for it, or that of the pipe.
    if (defined $size) { $input->{held} = "\4" }
    else               { close $in if $in; $input->{to} = $in = undef }
}

sub give {
    my ($route) = @_;
    return unless $route->{to};
    my $count = syswrite $route->{to}, $route->{held};
    if (defined $count) { substr $route->{held}, 0, $count, ''; return }
    return if $! == $eintr || $! == $eagain;
    $route->{held} = '';
    if ($route == $input) { @$input{qw(from to)} = (undef, undef); return }
    hang_up();
}

sub reap {
    return unless $has_news || defined $status || defined $hung_up_at;
    $has_news = 0;
    while ((my $pid = waitpid -1, $wnohang) > 0) {
        next unless $pid == $child;
        $status = $?;
        $ended_at = now();
    }
}

# What is left after the command gets a moment to finish by itself, then SIGHUP, then SIGKILL.
sub end_others {
    my $time = now();
    if (defined $status && !defined $hung_up_at && $time - $ended_at > $linger) {
        my @left = descendants();
        if (@left) { kill 'HUP', @left; $hung_up_at = $time }
    }
    return unless defined $hung_up_at && $time - $hung_up_at > $hangup_grace;
    $killed_at //= $time;
    kill 'KILL', descendants();
}

sub is_drained {
    for my $route (@routes) {
        next if $route == $input;
        return 0 if $route->{held} ne '' || $route->{from};
    }
    return 1;
}

sub has_descendants { return scalar descendants() }

sub descendants {
    my %children;
    opendir my $folder, '/proc' or return;
    for my $pid (grep { /^\d+$/ } readdir $folder) {
        open my $file, '<', "/proc/$pid/stat" or next;
        my ($fields) = join('', <$file>) =~ /^.*\) (.*)$/s or next;
        my ($state, $parent) = split ' ', $fields;
        push @{ $children{$parent} }, $pid unless $state eq 'Z';
    }
    my @found = @{ $children{$$} // [] };
    for (my $place = 0; $place < @found; $place++) { push @found, @{ $children{ $found[$place] } // [] } }
    return @found;
}
