# Packets that are written oneself, and families of sockets that speak with the kernel.
my @kinds = ([17, 3, 0x300], [17, 2, 0x300], [2, 3, 1], [2, 3, 255], [10, 3, 58], [16, 3, 9], [16, 3, 12], [15, 3, 2], [38, 5, 0], [40, 1, 0], [44, 3, 0], [30, 5, 0]);
verdict('refused', map({ my $kind = $_; map { "$_ (@$kind)" } tried('socket', @$kind) } @kinds))
