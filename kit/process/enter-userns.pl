# Usage: perl enter-userns.pl [--root USER] FIRST FOLDER... -- COMMAND...
# Runs a command as root of a user namespace of its own, whose 65,536 users are FIRST and those after it outside; with
# --root its root is that user instead of FIRST. It owns the folders, and has its own mounts. Started as root with
# CAP_CHOWN, CAP_SETUID and CAP_SETGID and no other capability needed; the command has none of them outside its namespace,
# and no program with a set-user-ID bit is needed.
use strict;
use warnings;
use POSIX ();

my $users = 65_536;
my %unshare_call = (x86_64 => 272, aarch64 => 97);
my ($new_user, $new_mounts) = (0x1000_0000, 0x0002_0000);

my $root;
($root) = (splice @ARGV, 0, 2)[1] if $ARGV[0] eq '--root';
my $first = shift @ARGV;
$root //= $first;
while (@ARGV and (my $folder = shift @ARGV) ne '--') {
    chown $root, $root, $folder or die "chown $folder: $!\n";
}
my $call = $unshare_call{ (POSIX::uname())[4] } or die "unknown processor\n";

pipe my $is_alone, my $tell_alone or die "pipe: $!\n";
pipe my $is_mapped, my $tell_mapped or die "pipe: $!\n";
my $child = fork // die "fork: $!\n";
if ($child == 0) {
    close $is_alone;
    close $tell_mapped;
    syscall($call, $new_user | $new_mounts) == 0 or die "unshare: $!\n";
    close $tell_alone;
    defined readline $is_mapped or exit 1;
    POSIX::setgid(0);
    $) = '0 0';
    POSIX::setuid(0);
    exec @ARGV or die "$ARGV[0]: $!\n";
}
close $tell_alone;
close $is_mapped;
# Ends when the child has closed its end.
readline $is_alone;
for my $map ('uid_map', 'gid_map') {
    open my $file, '>', "/proc/$child/$map" or die "$map: $!\n";
    # The kernel takes the whole map in one write.
    syswrite $file, sprintf "0 %d 1\n1 %d %d\n", $root, $first + 1, $users - 1 or die "$map: $!\n";
}
syswrite $tell_mapped, "mapped\n";
close $tell_mapped;
waitpid $child, 0;
exit($? & 127 ? 128 + ($? & 127) : $? >> 8);
