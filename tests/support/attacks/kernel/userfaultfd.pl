# Page faults of the kernel that one handles oneself, which exploits stop it with.
verdict('refused', tried('userfaultfd', 0), opened('+<', '/dev/userfaultfd'))
