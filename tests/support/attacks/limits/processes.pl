# As many processes as there can be.
my @children;
while (@children < $given{processes}) {
    my $child = fork // last;
    if (!$child) { sleep 60; kill 'KILL', $$ }
    push @children, $child;
}
my $count = @children;
kill 'KILL', @children;
waitpid $_, 0 for @children;
verdict('bounded', $count < $given{processes} ? () : "$count processes")
