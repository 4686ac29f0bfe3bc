#!/bin/bash
# nginx on port 8080 in front of an application on port 9000. Static files are served where there are some, everything else is passed on.
# The options come from a recipe, whose plan has checked that none has a character that means something in nginx's configuration.
set -eu

timeout=300
gzip=
prefix=/
locations=
app=$PWD
charset=utf-8
redirect=
errors=
languages=
# The network of the instance is its own: other ports than these are only for trying it.
listen=${FRONT_PORT:-8080}
behind=${FRONT_BEHIND:-9000}

for option in "$@"; do
  value=${option#*=}
  case $option in
    --timeout=*) timeout=$value ;;
    --listen=*) listen=$value ;;
    --gzip=*) gzip=$value ;;
    --prefix=*) prefix=$value ;;
    --files=*)
      # An alias ends with a slash as its location does; at / what is not there is left to the application.
      if [ "$prefix" = / ]; then
        locations="$locations location / { root \"$app/$value\"; try_files \$uri @application; }"
        has_root=yes
      else
        locations="$locations location ^~ $prefix { alias \"$app/$value/\"; }"
      fi
      ;;
    --force-https=*) redirect="if (\$http_x_forwarded_proto = http) { return 301 https://\$host\$request_uri; }" ;;
    --charset=*) charset=$value ;;
    --alias=*) alias=$value ;;
    --to=*)
      # A file, or a folder with its own index; a location of a longer path wins over those of shorter ones.
      if [ -d "$app/$value" ]; then
        locations="$locations location ^~ $alias/ { alias \"$app/$value/\"; index index.html; } location = $alias { return 301 $alias/\$is_args\$args; }"
      else
        locations="$locations location = $alias { alias \"$app/$value\"; }"
      fi
      ;;
    --error-page=*)
      status=${value%%:*}
      errors="$errors error_page $status /@error/$status;"
      locations="$locations location = /@error/$status { internal; alias \"$app/${value#*:}\"; default_type text/html; }"
      ;;
    --language=*) languages="$languages ~\\.${value#*:}(\\.[^./]+)?\$ ${value%%:*};" ;;
    *)
      echo "front: unknown option $option" >&2
      exit 2
      ;;
  esac
done

[ "${has_root-}" ] || locations="$locations location / { try_files /none @application; }"

own=${TMPDIR:-/tmp}/front
mkdir -p "$own"
cat > "$own/nginx.conf" << END
daemon off;
worker_processes 1;
pid $own/pid;
error_log stderr warn;
events { worker_connections 4096; }
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  charset $charset;
  access_log off;
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 75s;
  # The router limits what visitors send.
  client_max_body_size 0;
  client_body_temp_path $own/body;
  proxy_temp_path $own/proxy;
  fastcgi_temp_path $own/fastcgi;
  uwsgi_temp_path $own/uwsgi;
  scgi_temp_path $own/scgi;
  ${gzip:+gzip on; gzip_proxied any; gzip_vary on; gzip_types $gzip;}
  map \$http_upgrade \$connection_wanted { default upgrade; '' ''; }
  map \$uri \$content_language { default ''; $languages }
  upstream application { server 127.0.0.1:$behind; keepalive 32; }
  server {
    listen $listen;
    # The visitor knows another scheme and port than this one.
    absolute_redirect off;
    $redirect
    ${errors:+proxy_intercept_errors on; $errors}
    ${languages:+add_header Content-Language \$content_language;}
    location @application {
      proxy_pass http://application;
      proxy_http_version 1.1;
      proxy_set_header Host \$http_host;
      proxy_set_header Upgrade \$http_upgrade;
      proxy_set_header Connection \$connection_wanted;
      proxy_buffering on;
      proxy_request_buffering off;
      proxy_read_timeout ${timeout}s;
      proxy_send_timeout ${timeout}s;
    }
   $locations
  }
}
END

# Nobody is told that there is nothing behind it while the application starts; the health check of the deployment limits how long that may take.
until (exec 3<> "/dev/tcp/127.0.0.1/$behind") 2> /dev/null; do sleep 0.05; done

exec /usr/sbin/nginx -p "$own" -c "$own/nginx.conf"
