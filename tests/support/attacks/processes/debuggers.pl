# The memory and the descriptors of other processes.
my ($buffer, $vector) = ("\0" x 64, "\0" x 16);
verdict(
    'refused',
    map({ (tried('ptrace', 16, $_, 0, 0), tried('ptrace', 0x4206, $_, 0, 0)) } 1, getppid),
    tried('process_vm_readv', 1, $vector, 1, $vector, 1, 0),
    tried('process_vm_writev', 1, $vector, 1, $vector, 1, 0),
    tried('pidfd_getfd', 0, 0, 0),
    tried('kcmp', 1, $$, 0, 0, 0),
)
