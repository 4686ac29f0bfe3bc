# output-pump.pl [--rate LINES] [--ring FOLDER] [--exit FILE] [--owner UID] [--count LINES] [--command stdin] [--parent PID] -- COMMAND…
#
# Runs the command with its output on a pipe and passes on at most LINES lines per second, 1 KiB per line, and ten
# seconds' worth at once; what is over is dropped, counted and said, but for its last lines. The output goes to standard output, or, with
# --ring, to the newest of a few files in a folder, the oldest of which is removed. --exit names a file for the exit
# code, which is left even when no server is there to see it. --count tells on standard error how many lines were passed on,
# as `lines N`, whenever there are so many more, and every ten seconds. With --command stdin it waits for the command: the number of
# its words, then the words, with a NUL after each. With --parent it ends with that process, whose end sends it SIGUSR1, and
# kills its process group: all that has not yet asked for a signal at its own parent's end. It runs in the control groups of the command, so that
# a flood of output costs the one who makes it. Perl, because it starts in 2 ms, takes 5 MB and is on every Debian.

use strict;
use warnings;

# In an image of the Swarm engine it lies beside this script.
my ($closer) = grep { -e } map { __FILE__ =~ s{[^/]*$}{$_}r }
    'close-descriptors.pl', '../../../../kit/process/close-descriptors.pl';
require $closer;
# The variables of the command are 3, the filter of its sandbox is 4.
my @passed = (3, 4);
close_descriptors($passed[-1] + 1);

my %option = (rate => 1000);
while (@ARGV && $ARGV[0] ne '--') {
    my ($name, $value) = splice @ARGV, 0, 2;
    $option{ $name =~ s/^--//r } = $value;
}
shift @ARGV;

my $line_rate    = $option{rate};
my $byte_rate    = 1024 * $line_rate;
my $burst        = 10;
my $last_bytes   = 4096;
my $last_lines   = 10;
my $flush_every  = 0.02;
my $flush_at     = 256 * 1024;
my $segment_size = 1024 * 1024;
my $max_segments = 16;
my ($eintr, $enospc, $edquot, $wnohang) = (4, 28, 122, 1);

umask 0077;

# Whoever started this may end without a command for it.
if (defined $option{command}) {
    local $/;
    my ($count, @words) = split /\0/, <STDIN> // '', -1;
    exit 125 unless $count && @words == $count + 1;
    @ARGV = @words[0 .. $count - 1];
    open STDIN, '<', '/dev/null' or die "/dev/null: $!\n";
}

open my $uptime, '<', '/proc/uptime' or die "/proc/uptime: $!\n";

# Monotonic seconds; the module with a finer clock is not part of Debian's base system.
sub now {
    sysseek $uptime, 0, 0;
    sysread $uptime, my $text, 32;
    return (split / /, $text)[0];
}

# The signal was asked for by the program before this one, and the parent may have ended before that.
if (defined $option{parent}) {
    $SIG{USR1} = sub { kill KILL => -getpgrp(0) };
    exit 125 if getppid != $option{parent};
}
# Handlers are reset by exec, so the command has the default of each signal.
$SIG{$_} = sub { } for qw(HUP INT TERM);
$SIG{PIPE} = 'DEFAULT';
my $has_news = 0;
$SIG{CHLD} = sub { $has_news = 1 };

pipe my $from, my $to or die "pipe: $!\n";
# Whoever opens /dev/stdout opens the pipe anew, and is asked for permission.
chown $option{owner}, $option{owner}, $to if defined $option{owner};
my $child = fork // die "fork: $!\n";
if ($child == 0) {
    # Should memory run out, the command goes before the platform and before its pump.
    if (open my $score, '>', '/proc/self/oom_score_adj') { print $score 500 }
    open STDOUT, '>&', $to;
    open STDERR, '>&', $to;
    close $_ for $from, $to;
    exec { $ARGV[0] } @ARGV or do {
        print STDERR "$ARGV[0]: $!\n";
        exit 127;
    };
}
close $to;
# This process has no use for them.
for my $number (@passed) {
    if (open my $file, '<&=', $number) { close $file }
}

my ($lines, $bytes) = ($burst * $line_rate, $burst * $byte_rate);
my $refilled = now();
my ($is_dropping, $cause) = (0, '');
my ($dropped_lines, $dropped_bytes, $last) = (0, 0, '');
my ($held, $is_line_open, $flushed) = ('', 0, 0);
my ($passed, $told, $told_at) = (0, 0, now());

sub refill {
    my $passed = now() - $refilled;
    $refilled += $passed;
    $lines += $passed * $line_rate;
    $bytes += $passed * $byte_rate;
    $lines = $burst * $line_rate if $lines > $burst * $line_rate;
    $bytes = $burst * $byte_rate if $bytes > $burst * $byte_rate;
}

# A second's worth at a time, so that what passes during a flood is not a line here and there.
sub is_refilled { return $lines >= $line_rate && $bytes >= $byte_rate }

sub take {
    my ($chunk) = @_;
    refill();
    if ($is_dropping && !is_refilled()) {
        drop($chunk);
        return;
    }
    if ($is_dropping) {
        # The rest of a line whose beginning is lost is no line.
        my $rest = is_cut() && $last !~ /\n/ ? 1 + index $chunk, "\n" : 0;
        drop(substr $chunk, 0, $rest, '') if $rest > 0;
        resume();
    }
    my $count = ($chunk =~ tr/\n//);
    my $is_over = $count > $lines || length $chunk > $bytes;
    my $end = $is_over ? affordable($chunk) : length $chunk;
    keep(substr $chunk, 0, $end, '');
    return unless $is_over;
    $cause = $count > $lines ? number($line_rate) . ' lines' : size($byte_rate);
    $is_dropping = 1;
    drop($chunk);
}

# How much of a chunk fits into the budget: whole lines, unless its first line alone does not.
sub affordable {
    my ($chunk) = @_;
    my $part = substr $chunk, 0, $bytes;
    my $end = 0;
    for (1 .. $lines) {
        my $next = 1 + index $part, "\n", $end;
        last if $next == 0;
        $end = $next;
    }
    return $end > 0 || $lines < 1 ? $end : length $part;
}

sub keep {
    my ($text) = @_;
    return if $text eq '';
    my $count = ($text =~ tr/\n//);
    $lines -= $count;
    $bytes -= length $text;
    $is_line_open = substr($text, -1) ne "\n";
    $held .= $text;
}

sub drop {
    my ($text) = @_;
    return if $text eq '';
    $dropped_lines += ($text =~ tr/\n//);
    $dropped_bytes += length $text;
    $last = substr length $text < $last_bytes ? $last . $text : $text, -$last_bytes;
}

sub is_cut { return $last ne '' && substr($last, -1) ne "\n" }

# What comes last before an end or a pause says most, so it is kept.
sub resume {
    $is_dropping = 0;
    return if $dropped_bytes == 0;
    my @rescued = $last =~ /([^\n]*\n|[^\n]+)/g;
    shift @rescued if $dropped_bytes > length $last;
    splice @rescued, 0, -$last_lines if @rescued > $last_lines;
    my $rescued = join '', @rescued;
    my $count = $dropped_lines + is_cut() - @rescued;
    $held .= "\n" if $is_line_open;
    $held .= notice($count, $dropped_bytes - length $rescued, "more than $cause per second") if $count > 0;
    $is_line_open = 0;
    ($dropped_lines, $dropped_bytes, $last) = (0, 0, '');
    keep($rescued);
}

sub notice {
    my ($count, $size, $why) = @_;
    return number($count) . ($count == 1 ? ' line' : ' lines') . ' (' . size($size) . ") dropped: $why\n";
}

sub number {
    my $text = int shift;
    1 while $text =~ s/^(\d+)(\d{3})/$1,$2/;
    return $text;
}

sub size {
    my ($size) = @_;
    return sprintf '%.1f GB', $size / 1e9 if $size >= 1e9;
    return sprintf '%.1f MB', $size / 1e6 if $size >= 1e6;
    return sprintf '%.0f KB', $size / 1e3 if $size >= 1e3;
    return "$size bytes";
}

# At most fifty times a second or a quarter of a megabyte at a time, so that the reader's work is bounded as well.
sub flush {
    my ($is_due) = @_;
    return if $held eq '';
    my $time = now();
    return unless $is_due || $time - $flushed >= $flush_every || length $held >= $flush_at;
    $flushed = $time;
    my $text = $held;
    $held = '';
    defined $option{ring} ? store($text) : pass($text);
    $passed += ($text =~ tr/\n//);
}

sub tell_count {
    return if !$option{count} || $passed == $told;
    return if $passed - $told < $option{count} && now() - $told_at < 10;
    ($told, $told_at) = ($passed, now());
    syswrite STDERR, "lines $passed\n";
}

sub pass {
    my ($text) = @_;
    while (length $text) {
        my $written = syswrite STDOUT, $text;
        next if !defined $written && $! == $eintr;
        exit 1 if !defined $written;
        substr $text, 0, $written, '';
    }
}

my ($segment, $start, $length, @segments) = (undef, 0, 0);
my ($lost_lines, $lost_bytes, $is_torn, $why_lost) = (0, 0, 0, '');

# Segments are named after the number of bytes before them. A command that is started again goes on in the last.
if (defined $option{ring}) {
    opendir my $folder, $option{ring} or die "$option{ring}: $!\n";
    @segments = sort grep { /^\d{20}$/ } readdir $folder;
    if (@segments) {
        $start  = 0 + $segments[-1];
        $length = -s "$option{ring}/$segments[-1]" // 0;
        open $segment, '>>', "$option{ring}/$segments[-1]";
    }
}

sub store {
    my ($text) = @_;
    if ($lost_bytes > 0) {
        $text = ($is_torn ? "\n" : '') . notice($lost_lines, $lost_bytes, $why_lost) . $text;
    }
    my $size = length $text;
    while (length $text) {
        begin_segment() if !$segment || $length >= $segment_size;
        my $written = $segment ? syswrite $segment, $text : undef;
        next if !defined $written && $! == $eintr;
        return lose($text, length $text < $size) if !defined $written;
        $length += $written;
        substr $text, 0, $written, '';
    }
    ($lost_lines, $lost_bytes, $is_torn) = (0, 0, 0);
}

sub begin_segment {
    ($start, $length) = ($start + $length, 0);
    my $name = sprintf '%020d', $start;
    open $segment, '>>', "$option{ring}/$name" or return $segment = undef;
    push @segments, $name;
    unlink "$option{ring}/" . shift @segments while @segments > $max_segments;
}

# A disk that is full must neither end the command nor hold it up.
sub lose {
    my ($text, $has_begun) = @_;
    $why_lost = $! == $enospc || $! == $edquot ? 'the disk was full' : "$!";
    $lost_lines += ($text =~ tr/\n//);
    $lost_bytes += length $text;
    $is_torn ||= $has_begun;
}

my $status;
my $is_left = 0;

sub leave {
    return if $is_left++;
    resume();
    flush(1);
    return unless defined $option{exit};
    my $code = $status & 127 ? 128 + ($status & 127) : $status >> 8;
    open my $file, '>', $option{exit} or return;
    syswrite $file, "$code\n";
}

# What is still in the pipe when the command has ended comes before its exit code. Others may hold the pipe open and
# write for ever: where the exit code is in a file, they are heard until the server ends them.
my $patience = 64;
for (;;) {
    my $wait = defined $status && !$is_left ? 0 : $held ne '' ? $flush_every : $is_dropping ? 0.1 : 1;
    vec(my $in = '', fileno $from, 1) = 1;
    my $found = select $in, undef, undef, $wait;
    if ($found > 0) {
        my $read = sysread $from, my $chunk, 65536;
        last if defined $read && $read == 0;
        take($chunk) if $read;
        $patience-- if defined $status;
    }
    elsif ($is_dropping) {
        refill();
        resume() if is_refilled();
    }
    flush(0);
    tell_count();
    if (!defined $status && ($has_news || $found == 0) && waitpid($child, $wnohang) == $child) {
        $status = $?;
    }
    leave() if defined $status && ($found == 0 || $patience == 0);
    last if $is_left && !defined $option{exit};
}
while (!defined $status) {
    $status = $? if waitpid($child, 0) == $child;
}
leave();
flush(1);
exit($status & 127 ? 128 + ($status & 127) : $status >> 8);
