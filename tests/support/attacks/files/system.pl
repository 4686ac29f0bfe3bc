# Files that other sandboxes have too, and those by which root acts.
verdict(
    'refused',
    opened('>', map({ "$_/attack-$$" } qw(/usr/bin /usr/lib /usr/local /usr/local/bin /etc/ssl/certs /opt/node /opt/node/bin))),
    opened('>>', qw(/etc/passwd /etc/group /etc/hosts /etc/resolv.conf /etc/ld.so.cache /run/inside.sh /run/supervise.sh /usr/bin/env)),
)
