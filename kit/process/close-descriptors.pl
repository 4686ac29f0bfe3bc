# close-descriptors.pl FIRST COMMAND…
#
# Closes every file descriptor from FIRST on, hears SIGINT again, and becomes the command. Other Perl programs `require` it for the function alone. Perl,
# because a shell cannot name descriptors above 9, and Node leaves those open above 15 that it has inherited.

use strict;
use warnings;

# The same number on every processor that Node runs on.
my $close_range = 436;

sub close_descriptors {
    my ($first) = @_;
    # As a number: of a text, the call would get the address.
    $first += 0;
    return if syscall($close_range, $first, 0x7fffffff, 0) == 0;
    # Linux before 5.9, or a container that does not know the call.
    require POSIX;
    opendir my $folder, '/proc/self/fd' or die "/proc/self/fd: $!\n";
    POSIX::close($_) for grep { /^\d+$/ && $_ >= $first } readdir $folder;
}

unless (caller) {
    # A shell ignores it for what it runs in the background, and the command would inherit that.
    $SIG{INT} = 'DEFAULT';
    close_descriptors(shift @ARGV);
    exec { $ARGV[0] } @ARGV or do {
        print STDERR "$ARGV[0]: $!\n";
        exit 127;
    };
}

1;
