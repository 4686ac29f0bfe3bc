# Code that is loaded into the kernel.
verdict(
    'refused',
    tried('init_module', "\0" x 64, 64, "\0"),
    tried('finit_module', 0, "\0", 0),
    tried('delete_module', "overlay\0", 0x800),
    opened('>', '/proc/sys/kernel/modprobe'),
)
