# What can be read of processes: words that only those of the platform and of other tenants have.
my @through;
for my $pid (processes()) {
    for my $name (qw(cmdline environ maps comm)) {
        my $text = content("/proc/$pid/$name");
        push @through, "$name of $pid" if grep { index($text, scalar reverse $_) >= 0 } @{ $given{words} };
    }
    for my $name (qw(exe cwd root)) {
        my $target = readlink "/proc/$pid/$name" // '';
        push @through, "$name of $pid" if grep { index($target // '', scalar reverse $_) >= 0 } @{ $given{words} };
    }
    push @through, map { "$_ through the root of $pid" } grep { -e "/proc/$pid/root$_" } @{ $given{folders} };
}
verdict('absent', @through)
