# One file as large as all together may be.
my $path = ($ENV{TMPDIR} // '/tmp') . "/large-$$";
my $has_all = child_does(sub {
    open my $file, '>', $path or die;
    syscall($number{fallocate}, fileno $file, 0, 0, $given{fileBytes}) == 0 or die;
});
unlink $path;
verdict('bounded', $has_all ? "$given{fileBytes} bytes" : ())
