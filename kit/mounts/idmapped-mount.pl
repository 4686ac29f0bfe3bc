# idmapped-mount.pl [--stage FOLDER] (--mount SOURCE TARGET INNER OUTER)… -- COMMAND…
#
# Mounts each source at its target, so that what belongs to user and group INNER on its disk belongs to OUTER there and the
# other way round, and becomes the command. Whoever else owns something there is nobody, also for those with privileges. --stage
# mounts an empty file system first, below which targets are made. It has to be alone in its mount namespace. Perl, because `mount` of util-linux
# before 2.39 has no such option.

use strict;
use warnings;

# The same numbers on every processor that Node runs on, but for `unshare`.
my ($open_tree, $move_mount, $mount_setattr) = (428, 429, 442);
my %unshare = (x86_64 => 272, aarch64 => 97);
my ($at_fdcwd, $at_empty_path) = (-100, 0x1000);
my ($clone_tree, $close_on_exec) = (1, 0x80000);
my ($from_empty_path) = (4);
my ($no_suid, $no_dev, $idmap) = (0x2, 0x4, 0x100000);
my $new_user_namespace = 0x10000000;

sub call {
    my ($name, $number, @words) = @_;
    my $result = syscall($number, @words);
    die "$name: $!\n" if $result < 0;
    return $result;
}

# Opens a user namespace in which OUTER stands for INNER; its one process ends with this.
sub open_mapping {
    my ($inner, $outer) = @_;
    require POSIX;
    my $machine = (POSIX::uname())[4];
    my $number = $unshare{$machine} or die "no user namespaces on $machine\n";
    pipe my $made, my $making or die "pipe: $!\n";
    pipe my $kept, my $keeping or die "pipe: $!\n";
    my $child = fork // die "fork: $!\n";
    if ($child == 0) {
        close $_ for $made, $keeping;
        call('unshare', $number, $new_user_namespace);
        syswrite $making, '.';
        sysread $kept, my $end, 1;
        POSIX::_exit(0);
    }
    close $_ for $making, $kept;
    sysread $made, my $mark, 1 or die "the user namespace was not made\n";
    for my $kind ('uid', 'gid') {
        open my $map, '>', "/proc/$child/${kind}_map" or die "${kind}_map: $!\n";
        syswrite $map, "$inner $outer 1" or die "${kind}_map: $!\n";
        close $map;
    }
    open my $namespace, '<', "/proc/$child/ns/user" or die "ns/user: $!\n";
    close $keeping;
    waitpid $child, 0;
    return $namespace;
}

sub make_folders {
    my ($path) = @_;
    my $made = '';
    for my $part (grep { length } split m{/}, $path) {
        $made .= "/$part";
        mkdir $made, 0755 or $!{EEXIST} or die "$made: $!\n";
    }
}

sub mount_idmapped {
    my ($source, $target, $inner, $outer) = @_;
    my $mapping = open_mapping($inner, $outer);
    my ($from, $to, $nothing) = ("$source\0", "$target\0", "\0");
    my $tree = call("open_tree $source", $open_tree, $at_fdcwd, $from, $clone_tree | $close_on_exec);
    my $attributes = pack 'QQQQ', $idmap | $no_suid | $no_dev, 0, 0, fileno $mapping;
    call("mount_setattr $source", $mount_setattr, $tree, $nothing, $at_empty_path, $attributes, length $attributes);
    call("move_mount $target", $move_mount, $tree, $nothing, $at_fdcwd, $to, $from_empty_path);
}

require Errno;
Errno->import;
umask 022;
while (@ARGV and (my $word = shift @ARGV) ne '--') {
    if ($word eq '--stage') {
        my $stage = shift @ARGV;
        make_folders($stage);
        system('mount', '-t', 'tmpfs', '-o', 'mode=755,nosuid,nodev', 'stage', $stage) == 0 or exit 125;
    }
    elsif ($word eq '--mount') {
        my ($source, $target, $inner, $outer) = splice @ARGV, 0, 4;
        make_folders($target);
        mount_idmapped($source, $target, $inner + 0, $outer + 0);
    }
    else { die "$word is unknown\n" }
}
exec { $ARGV[0] } @ARGV or do {
    print STDERR "$ARGV[0]: $!\n";
    exit 127;
};
