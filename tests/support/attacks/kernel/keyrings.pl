# Keys of the kernel, which no namespace separates.
verdict(
    'refused',
    tried('add_key', "user\0", "attack\0", "value\0", 5, -3),
    tried('keyctl', 0, -3, 1),
    tried('request_key', "user\0", "attack\0", 0, -3),
    grep({ length content($_) } '/proc/keys'),
)
