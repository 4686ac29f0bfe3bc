# More open files than there may be.
my @files;
while (@files < $given{descriptors}) { open my $file, '<', '/dev/null' or last; push @files, $file }
verdict('bounded', @files < $given{descriptors} ? () : scalar @files . ' files')
