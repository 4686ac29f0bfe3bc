# Folders of the platform, of its machine and of other tenants.
verdict('absent', grep { -e $_ || -l $_ } map({ ($_, "/proc/self/root$_", "../../../../../..$_") } @{ $given{folders} }))
