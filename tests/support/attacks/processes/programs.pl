# The programs that run: who can write to one, or to the file of one, runs code of his where it is started next.
verdict('refused', opened('+<', map({ "/proc/$_/exe" } 'self', processes()), $^X, '/usr/bin/perl', '/bin/sh', '/run/inside.sh'))
