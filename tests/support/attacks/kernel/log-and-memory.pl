# The log of the kernel, and the memory of the machine.
verdict(
    'refused',
    tried('syslog', 3, "\0" x 4096, 4096),
    tried('syslog', 5, 0, 0),
    opened('<', qw(/dev/kmsg /proc/kmsg /proc/kcore /dev/mem /dev/kmem /dev/port /sys/kernel/debug/tracing/trace)),
)
