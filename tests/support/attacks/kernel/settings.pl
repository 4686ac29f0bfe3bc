# Settings of the kernel that run programs or concern everybody.
verdict(
    'refused',
    opened(
        '>',
        map({ "/proc/sys/$_" } qw(kernel/core_pattern kernel/hostname kernel/randomize_va_space kernel/yama/ptrace_scope
                kernel/unprivileged_userns_clone vm/overcommit_memory vm/drop_caches fs/file-max fs/binfmt_misc/register net/ipv4/ip_forward
                user/max_user_namespaces)),
        qw(/proc/sysrq-trigger /sys/kernel/uevent_helper /sys/power/state /proc/irq/0/smp_affinity),
    ),
)
