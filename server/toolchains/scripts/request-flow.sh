#!/bin/bash
# A program in front of an application: request-flow <service> <port to listen on> <port to forward to> [<what the service needs>…]
# The service check-varnish is a step of the build, which finds mistakes in a configuration before it has to serve.
# It begins once the next one listens, so that nobody is told that there is nothing behind it while the application starts; the health check of the
# deployment limits how long that may take.
set -eu

service=$1 listen=$2 forward=$3
shift 3

[ "$service" = check-varnish ] || until (exec 3<> "/dev/tcp/127.0.0.1/$forward") 2> /dev/null; do sleep 0.05; done

case $service in
  block)
    # Answers every request with 200 and nothing, and reads what a visitor still sends, who would otherwise see a broken connection.
    exec perl -e '
      use strict;
      use Socket;
      use IO::Select;
      $SIG{PIPE} = "IGNORE";
      socket(my $door, PF_INET, SOCK_STREAM, 0) or die "block: $!";
      setsockopt($door, SOL_SOCKET, SO_REUSEADDR, 1);
      bind($door, sockaddr_in($ARGV[0], INADDR_ANY)) or die "block: $!";
      listen($door, 512) or die "block: $!";
      $SIG{TERM} = sub { exit 0 };
      my $select = IO::Select->new($door);
      my (%heard, %since);
      my $close = sub { my $one = shift; $select->remove($one); delete $heard{$one}; delete $since{$one}; close $one };
      while (1) {
        for my $one ($select->can_read(5)) {
          if ($one == $door) {
            accept(my $visitor, $door) or next;
            $select->add($visitor);
            $heard{$visitor} = "";
            $since{$visitor} = [$visitor, time];
            next;
          }
          my $count = sysread($one, my $text, 16384);
          if (!$count) { $close->($one); next }
          next unless defined $heard{$one};
          $heard{$one} = substr($heard{$one} . $text, -65536);
          next unless $heard{$one} =~ /\r?\n\r?\n/;
          undef $heard{$one};
          syswrite($one, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
          shutdown($one, 1);
        }
        $close->($_->[0]) for grep { $_->[1] < time - 30 } values %since;
      }
    ' "$listen"
    ;;
  custom) exec sh -c "$1" ;;
  oauth2-proxy)
    # The router in front says who visits and by which scheme.
    export OAUTH2_PROXY_REVERSE_PROXY="${OAUTH2_PROXY_REVERSE_PROXY:-true}"
    exec oauth2-proxy "--http-address=0.0.0.0:$listen" "--upstream=http://127.0.0.1:$forward"
    ;;
  varnish | check-varnish)
    program=$(command -v varnishd || echo /usr/sbin/varnishd)
    if [ ! -x "$program" ]; then
      echo 'request-flow: this Debian system has no varnish yet: the operator can fetch a newer one (berth admin toolchains fetch)' >&2
      exit 1
    fi
    vcl=
    for place in "$@"; do
      if [ -f "$place" ]; then
        vcl=$PWD/$place
        break
      fi
    done
    if [ ! "$vcl" ]; then
      echo "request-flow: there is no file $1" >&2
      exit 1
    fi
    own=${TMPDIR:-/tmp}/varnish
    mkdir -p "$own"
    # The platform says where the application is, unless the file has a backend of that name itself.
    if ! grep -qE '^[[:space:]]*backend[[:space:]]+default\b' "$vcl"; then
      printf 'vcl 4.1;\nbackend default { .host = "127.0.0.1"; .port = "%s"; }\ninclude "%s";\n' "$forward" "$vcl" > "$own/main.vcl"
      vcl=$own/main.vcl
    fi
    if [ "$service" = check-varnish ]; then
      said=$("$program" -C -n "$own/check" -f "$vcl" 2>&1) && exit 0
      echo "$said" >&2
      exit 1
    fi
    exec "$program" -F -n "$own/work" -a "0.0.0.0:$listen" -f "$vcl" -s "malloc,${CC_VARNISH_STORAGE_SIZE:-64m}" \
      -j none -p thread_pools=1 -p thread_pool_min=10
    ;;
  *)
    echo "request-flow: unknown service $service" >&2
    exit 2
    ;;
esac
