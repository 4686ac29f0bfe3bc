# Rings of system calls, which no filter sees.
verdict('refused', tried('io_uring_setup', 1, "\0" x 120))
