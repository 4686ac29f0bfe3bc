# volume-files.pl VERB PATH… — works with the files of a volume, in a sandbox that has nothing else.
#
#   list PATH AFTER COUNT       names in a folder, in the order of their bytes
#   look PATH                   what is at a path
#   get PATH                    content of a file, after a line with its size
#   put PATH DRAFT OFFSET SIZE IS-LAST
#                               appends SIZE bytes of standard input to a draft, which the last one makes the file
#   rm PATH                     a file, or a folder with all that it holds
#   save                        an archive of all files, on standard output
#   load                        the files of an archive in place of all others; standard input is its file
#   tidy                        what uploads, removals and restores have left
#   verify                      whether the archive on standard input is whole
#
# Bytes of names are percent-encoded in arguments and in output, which has ASCII alone. Folders are entered by descriptor and
# without following links, so that nobody who moves them meanwhile leads this anywhere else. The first line of output
# is JSON; a problem that the user can do something about is `{"problem":"…"}`.

use strict;
use warnings;
use Errno ();
use Fcntl qw(:DEFAULT :mode);

my ($files, $drafts) = ('/volume/files', '/volume/drafts');
my $max_drafts = 100;
my $draft_days = 1;
my $piece = 256 * 1024;

sub decoded { my ($text) = @_; $text =~ s/%([0-9A-Fa-f]{2})/chr hex $1/ge; return $text }
sub encoded { my ($bytes) = @_; $bytes =~ s/([^ -~]|[%\"\\\\])/sprintf '%%%02X', ord $1/ge; return $bytes }

sub fail { print qq({"problem":"$_[0]"}\n); exit 0 }

# By what the kernel says; what is not expected ends the program.
sub fail_by_errno {
    my ($what) = @_;
    fail('absent') if $!{ENOENT};
    fail('not a folder') if $!{ENOTDIR} or $!{ELOOP};
    fail('a folder') if $!{EISDIR} or $!{EEXIST} or $!{ENOTEMPTY};
    fail('full') if $!{ENOSPC} or $!{EDQUOT};
    fail('too long') if $!{ENAMETOOLONG};
    fail('read-only') if $!{EROFS} or $!{EIO};
    die "$what: $!\n";
}

sub enter {
    my ($name, $is_made) = @_;
    mkdir $name, 0755 or $!{EEXIST} or fail_by_errno('mkdir') if $is_made;
    sysopen my $folder, $name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK or fail_by_errno('open');
    chdir $folder or fail_by_errno('chdir');
}

sub parts_of { return map { decoded($_) } grep { length } split m{/}, $_[0] }

# Enters the folder around a path, and returns its last name.
sub enter_parent {
    my ($path, $is_made) = @_;
    my @parts = parts_of($path);
    my $last = pop @parts;
    fail('absent') unless defined $last;
    enter($files);
    enter($_, $is_made) for @parts;
    return $last;
}

sub kind_of {
    my ($mode) = @_;
    return S_ISREG($mode) ? 'file' : S_ISDIR($mode) ? 'folder' : S_ISLNK($mode) ? 'link' : 'other';
}

sub entry_of {
    my ($name) = @_;
    my @facts = lstat $name or return ();
    return sprintf '{"name":"%s","type":"%s","size":%d,"modified":%d}', encoded($name), kind_of($facts[2]), $facts[7], $facts[9];
}

sub look {
    my ($path) = @_;
    my $name = enter_parent($path);
    my ($entry) = entry_of($name) or fail_by_errno('lstat');
    print "$entry\n";
}

# Of a folder with millions of names, those of one page are in memory, and as many again.
sub list {
    my ($path, $after, $count) = @_;
    enter($files);
    enter($_) for parts_of($path);
    $after = decoded($after);
    opendir my $folder, '.' or fail_by_errno('opendir');
    my (@names, $is_more);
    while (defined(my $name = readdir $folder)) {
        next if $name eq '.' or $name eq '..' or $name le $after;
        push @names, $name;
        next if @names < 2 * $count + 2;
        @names = (sort @names)[0 .. $count];
        $is_more = 1;
    }
    @names = sort @names;
    $is_more = @names > $count;
    $#names = $count - 1 if $is_more;
    my @entries = map { entry_of($_) } @names;
    my $next = $is_more ? '"' . encoded($names[-1]) . '"' : 'null';
    print '{"entries":[', join(',', @entries), qq(],"next":$next}\n);
}

sub get {
    my ($path) = @_;
    my $name = enter_parent($path);
    sysopen my $file, $name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK or do {
        fail('not a file') if $!{ELOOP} or $!{ENXIO};
        fail_by_errno('open');
    };
    my @facts = stat $file;
    fail('a folder') if S_ISDIR($facts[2]);
    fail('not a file') unless S_ISREG($facts[2]);
    my $left = $facts[7];
    print qq({"size":$left}\n);
    while ($left > 0) {
        my $read = sysread $file, my $bytes, $left < $piece ? $left : $piece;
        # It has become shorter: who reads is told by the length.
        exit 1 unless $read;
        print $bytes or exit 1;
        $left -= $read;
    }
}

sub tidy_drafts {
    opendir my $folder, $drafts or fail_by_errno('opendir');
    my @names = grep { !/^\./ } readdir $folder;
    my @old = map { "$drafts/$_" } grep { -M "$drafts/$_" > $draft_days } @names;
    unlink @old;
    return @names - @old;
}

# What was begun and not finished: uploads whose client has left, removals and restores that were cut.
sub tidy {
    tidy_drafts();
    my @left = map { "$drafts/$_" } grep { /^\.(?:removed-|restoring$)/ } names_in($drafts);
    system('rm', '-rf', '--', @left) == 0 or exit 1 if @left;
}

sub put {
    my ($path, $draft, $offset, $size, $is_last) = @_;
    my $at = "$drafts/$draft";
    fail('too many uploads') if $offset == 0 and tidy_drafts() > $max_drafts;
    my $made = $offset == 0 ? O_CREAT : 0;
    sysopen my $file, $at, O_WRONLY | O_NOFOLLOW | $made, 0644 or do {
        fail('a gap') if $!{ENOENT};
        fail_by_errno('open');
    };
    fail('a gap') if -s $file < $offset;
    truncate $file, $offset or fail_by_errno('truncate');
    sysseek $file, $offset, 0 or die "seek: $!\n";
    my $left = $size;
    while ($left > 0) {
        my $read = sysread STDIN, my $bytes, $left < $piece ? $left : $piece;
        unless ($read) {
            truncate $file, $offset;
            exit 1;
        }
        my $done = 0;
        while ($done < $read) {
            my $written = syswrite $file, $bytes, $read - $done, $done;
            unless (defined $written) {
                my $why = $!;
                unlink $at;
                $! = $why;
                fail_by_errno('write');
            }
            $done += $written;
        }
        $left -= $read;
    }
    if ($is_last) {
        require IO::Handle;
        $file->sync or do {
            my $why = $!;
            unlink $at;
            $! = $why;
            fail_by_errno('fsync');
        };
        my $name = enter_parent($path, 1);
        rename $at, $name or do {
            my $why = $!;
            unlink $at;
            $! = $why;
            fail_by_errno('rename');
        };
        sysopen my $folder, '.', O_RDONLY | O_DIRECTORY or die "open: $!\n";
        $folder->sync or fail_by_errno('fsync');
    }
    printf qq({"size":%d}\n), $offset + $size;
}

# What is removed is gone at once; its room is there again when the program has ended.
sub remove {
    my ($path) = @_;
    my $name = enter_parent($path);
    rename $name, "$drafts/.removed-$$-" . time or fail_by_errno('rename');
    print "{}\n";
    close STDOUT;
    opendir my $folder, $drafts or die "$drafts: $!\n";
    my @removed = map { "$drafts/$_" } grep { /^\.removed-/ } readdir $folder;
    system('rm', '-rf', '--', @removed) == 0 or exit 1;
}

# What changes while it is read is in the archive as it was found; tar says 1 then.
sub save {
    my $status = system 'tar', '--create', '--sparse', '--numeric-owner', '--ignore-failed-read',
        '--use-compress-program=gzip -1', '--file=-', '--directory', $files, '.';
    exit($status == 0 || $status >> 8 == 1 ? 0 : 1);
}

sub extract_into {
    my ($folder) = @_;
    sysseek STDIN, 0, 0 or die "seek: $!\n";
    return system('tar', '--extract', '--gzip', '--preserve-permissions', '--no-same-owner', '--no-overwrite-dir', '--sparse',
        '--file=-', '--directory', $folder) == 0;
}

sub names_in {
    my ($path) = @_;
    opendir my $folder, $path or die "$path: $!\n";
    return grep { $_ ne '.' and $_ ne '..' } readdir $folder;
}

# Puts all of a folder into the place of all files. What somebody makes there meanwhile goes the way of what was there.
sub put_in_place {
    my ($made, $replaced) = @_;
    mkdir $replaced or die "$replaced: $!\n";
    my $count = 0;
    my $away = sub { rename "$files/$_[0]", "$replaced/" . $count++ };
    $away->($_) for names_in($files);
    for my $name (names_in($made)) {
        for (1 .. 100) {
            last if rename "$made/$name", "$files/$name";
            $away->($name);
        }
        exit 1 if lstat "$made/$name";
    }
}

# Whether what tar could not write had no room: it goes on with smaller files then.
sub is_full {
    my ($blocks, $inodes) = split ' ', `stat --file-system --format='%a %d' $files`;
    return $blocks < 4096 || $inodes < 64;
}

# Beside what is there, so that a failure, or an end at any moment before, changes nothing. Where the volume has no room for both, what
# is there goes first; the archive has been read to its end then.
sub load {
    my ($made, $replaced) = ("$drafts/.restoring", "$drafts/.removed-replaced");
    system('find', $drafts, '-mindepth', '1', '-delete') == 0 or exit 1;
    mkdir $made or exit 1;
    my $is_beside = extract_into($made) && system('sync', '--file-system', $made) == 0;
    if ($is_beside) { put_in_place($made, $replaced) }
    else {
        my $is_full = is_full();
        system('rm', '-rf', '--', $made) == 0 or exit 1;
        fail('unchanged') unless $is_full;
        sysseek STDIN, 0, 0 or die "seek: $!\n";
        fail('unchanged') if system('tar --list --gzip --file=- >/dev/null') != 0;
        system('find', $files, '-mindepth', '1', '-delete') == 0 or exit 1;
        extract_into($files) or exit 1;
    }
    system('sync', '--file-system', $files) == 0 or exit 1;
    print "{}\n";
    close STDOUT;
    # What was there takes room until the next removal, should this not get to its end.
    system('rm', '-rf', '--', $made, $replaced);
}

sub verify {
    open STDOUT, '>', '/dev/null' or die "/dev/null: $!\n";
    exit(system('tar', '--list', '--gzip', '--file=-') == 0 ? 0 : 1);
}

binmode $_ for *STDIN, *STDOUT;
$| = 1;
my %verbs = (list => \&list, look => \&look, get => \&get, put => \&put, rm => \&remove, save => \&save, tidy => \&tidy, load => \&load, verify => \&verify);
my $verb = shift @ARGV;
$verbs{$verb}->(@ARGV);
