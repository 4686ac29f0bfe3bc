# The clock, the name, the swap, and the end of the machine.
verdict(
    'refused',
    tried('clock_settime', 0, pack 'qq', 0, 0),
    tried('settimeofday', pack('qq', 0, 0), 0),
    tried('adjtimex', "\0" x 256),
    tried('sethostname', 'attack', 6),
    tried('reboot', 0, 0, 0, 0),
    tried('kexec_load', 0, 0, 0, 0),
    tried('swapoff', "/swap\0"),
    tried('acct', "/tmp/acct\0"),
)
