# More memory than there may be.
my $has_all = child_does(sub { my @all; push @all, "x" x 16777216 for 1 .. $given{megabytes} / 16 });
verdict('bounded', $has_all ? "$given{megabytes} MB" : ())
