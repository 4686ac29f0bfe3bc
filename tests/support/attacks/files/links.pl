# Links, by which root would act elsewhere: nobody stops them, and the test looks at what they lead to.
my $number = 0;
for my $folder (grep { defined && -w $_ } '.', @ENV{qw(HOME TMPDIR)}) {
    symlink $_, "$folder/planted-" . $number++ for @{ $given{targets} };
    mkdir "$folder/planted-folder";
    symlink $_, "$folder/planted-folder/" . $number++ for @{ $given{targets} };
    link '/etc/passwd', "$folder/planted-" . $number++;
}
'planted'
