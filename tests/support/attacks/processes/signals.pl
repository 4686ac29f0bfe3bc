# Signals to processes of the machine; those of this sandbox have other numbers.
my %own = map { $_ => 1 } processes();
verdict('absent', grep { !$own{$_} && kill 0, $_ } @{ $given{pids} })
