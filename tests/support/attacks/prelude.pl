# What the programs of this folder share. Each ends with a verdict: the word that is expected of it, or what got through.

use strict;
use warnings;
use Errno ();
use Socket qw(:DEFAULT inet_pton);

our (%given, %number);
$| = 1;

my %is_refusal = map { Errno->can($_)->() => 1 } qw(EPERM EACCES ENOSYS EAFNOSUPPORT EPROTONOSUPPORT EROFS);

sub verdict {
    my ($word, @through) = @_;
    return @through ? 'through: ' . join ', ', @through : $word;
}

# Makes a system call: nothing if it was refused, and else what it answered; other errors say that it was looked at.
sub tried {
    my ($name, @arguments) = @_;
    return () unless defined $number{$name};
    $! = 0;
    my $result = syscall $number{$name}, @arguments, (0) x (6 - @arguments);
    return () if $result == -1 && $is_refusal{ $! + 0 };
    return "$name: " . ($result == -1 ? $! : 'done');
}

# Those of these files that can be opened.
sub opened {
    my ($mode, @paths) = @_;
    return grep { open my $file, $mode, $_ } @paths;
}

sub content {
    my ($path) = @_;
    open my $file, '<', $path or return '';
    local $/;
    return scalar(<$file>) // '';
}

# Those of these addresses that a connection can be made to.
sub reached {
    my (@found, %pending);
    for my $place (@_) {
        my ($host, $port) = $place =~ /^(.*):(\d+)$/;
        my ($family, $to) =
            $host =~ /:/
            ? (PF_INET6, pack_sockaddr_in6($port, inet_pton(AF_INET6, $host)))
            : (PF_INET, pack_sockaddr_in($port, inet_aton($host)));
        socket my $socket, $family, SOCK_STREAM, 0 or next;
        fcntl $socket, 4, 0x800;
        if (connect $socket, $to) { push @found, $place }
        elsif ($!{EINPROGRESS})   { $pending{$place} = $socket }
    }
    for (1 .. 20) {
        my $write = '';
        vec($write, fileno $_, 1) = 1 for values %pending;
        select undef, $write, undef, 0.1;
        for my $place (grep { vec $write, fileno $pending{$_}, 1 } keys %pending) {
            my $socket = delete $pending{$place};
            push @found, $place unless unpack 'i', getsockopt $socket, SOL_SOCKET, SO_ERROR;
        }
        last unless %pending;
    }
    return @found;
}

# All processes that can be seen.
sub processes {
    opendir my $folder, '/proc' or return;
    return grep { /^\d+$/ } readdir $folder;
}

# Whether a child ends well.
sub child_does {
    my ($code) = @_;
    my $child = fork // return 0;
    if (!$child) {
        open STDERR, '>', '/dev/null';
        kill 'KILL', $$ unless eval { $code->(); 1 };
        exec '/bin/true';
    }
    waitpid $child, 0;
    return $? == 0;
}

# Runs one in a child, so that it can neither end nor change the others.
sub attempt {
    my ($name, $code) = @_;
    pipe my $read, my $write or die "pipe: $!\n";
    my $child = fork // die "fork: $!\n";
    if (!$child) {
        alarm 60;
        my $said = eval { $code->() } // "failed: $@";
        $said =~ s/[^ -~]+/ /g;
        syswrite $write, "$said\n";
        kill 'KILL', $$;
    }
    close $write;
    my $said = <$read> // "ended without a verdict\n";
    waitpid $child, 0;
    print "ATTACK $name $said";
}
