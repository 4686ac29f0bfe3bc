# Limits, which are files: those of one's own group, and of others.
my @paths = content('/proc/self/cgroup') =~ /^\d+:[^:]*:(.*)$/mg;
verdict('absent', grep({ $_ ne '/' } @paths), opened('>', map({ "/sys/fs/cgroup/$_" } qw(cgroup.procs pids/tasks memory/tasks unified/cgroup.procs release_agent))), -e '/sys/fs/cgroup' ? 'the folder' : ())
