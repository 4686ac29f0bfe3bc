# Sockets without an address, of which abstract ones have no file either.
my @through;
for my $path (@{ $given{sockets} }, qw(/run/docker.sock /var/run/docker.sock /run/dbus/system_bus_socket /run/systemd/private)) {
    socket my $socket, PF_UNIX, SOCK_STREAM, 0 or next;
    push @through, $path if connect $socket, pack_sockaddr_un($path =~ /^@(.*)/ ? "\0$1" : $path);
}
verdict('unreached', @through)
