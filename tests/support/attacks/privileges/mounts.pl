# Mounts, by the old calls and by the new ones.
verdict(
    'refused',
    tried('mount', "tmpfs\0", "/tmp\0", "tmpfs\0", 0, 0),
    tried('mount', "/\0", "/tmp\0", "\0", 4096, 0),
    tried('mount', "\0", "/\0", "\0", 32, 0),
    tried('mount', "cgroup\0", "/tmp\0", "cgroup\0", 0, "pids\0"),
    tried('umount2', "/proc\0", 2),
    tried('pivot_root', "/tmp\0", "/tmp\0"),
    tried('chroot', "/tmp\0"),
    tried('fsopen', "tmpfs\0", 0),
    tried('open_tree', -100, "/\0", 1),
    tried('move_mount', -100, "/tmp\0", -100, "/tmp\0", 0),
    tried('mount_setattr', -100, "/\0", 0, "\0" x 32, 32),
)
