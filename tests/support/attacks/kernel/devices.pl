# Devices of the machine, and new nodes for them.
my @nodes = ([0020666, 0x101], [0020666, 0xae8], [0060666, 0xfe00], [0060666, 0x800]);
verdict(
    'refused',
    map({ tried('mknodat', -100, "/tmp/node-$$\0", @$_) } @nodes),
    opened('+<', qw(/dev/vda /dev/sda /dev/nvme0n1 /dev/loop-control /dev/loop0 /dev/fuse /dev/net/tun /dev/kvm /dev/vhost-net /dev/mapper/control)),
)
