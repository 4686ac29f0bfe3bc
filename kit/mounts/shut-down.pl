# shut-down.pl FOLDER
#
# Ends all access to the file system that a folder is on, for those who use it already as well: from now on everything in it fails
# with EIO. What was not written is lost. For a file system that is being deleted.

use strict;
use warnings;

my $shut_down = 0x8004587d;
my $without_flush = 2;

my ($folder) = @ARGV;
sysopen my $handle, $folder, 0 or die "$folder: $!\n";
my $how = pack 'L', $without_flush;
ioctl $handle, $shut_down, $how or die "$folder: $!\n";
