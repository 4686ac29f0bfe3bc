# Programs in the kernel.
verdict('refused', tried('bpf', 0, "\0" x 64, 64), tried('bpf', 5, "\0" x 64, 64))
