# cut-off.pl DEVICE
#
# Makes a loop device one sector long, so that whoever still has a file system on it can write nothing into its file any more:
# another device may have that file by now, or nobody. What the kernel has not written of the device yet is written first.

use strict;
use warnings;

my ($get_status, $set_status) = (0x4c05, 0x4c04);
# Of `struct loop_info64`.
my ($length, $size_limit) = (232, 32);

my ($device) = @ARGV;
sysopen my $handle, $device, 2 or die "$device: $!\n";
my $status = "\0" x $length;
ioctl $handle, $get_status, $status or die "$device: $!\n";
substr($status, $size_limit, 8) = pack 'Q', 512;
ioctl $handle, $set_status, $status or die "$device: $!\n";
