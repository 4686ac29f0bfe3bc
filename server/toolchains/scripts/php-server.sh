#!/bin/bash
# php-server OPTION…: Apache on the port of the application, which has PHP-FPM run what ends with .php below the webroot.
# The options come from a recipe, whose plan has checked that none has a character that means something in a configuration; PHP_FPM_OPTIONS has those that
# follow from the size of the instance. Both servers belong to the user of the application; what they need to write is in a folder of their own.
set -euf

webroot=.
memory=
children=
memory_limit=128M
timeout=180
gzip=
settings=()
sessions=
charset=UTF-8
redirect=
served=
statuses=

# The folder of an application may have any name.
quoted() {
  local text=${1//\\/\\\\}
  echo "\"${text//\"/\\\"}\""
}

# serve PATH FILE: what is at a path of requests, by the folder of the file, so that hidden files stay hidden there.
serve() {
  local place=$PWD/$2
  served+="Alias \"$1\" $(quoted "$place")"$'\n'
  [ -d "$place" ] || place=${place%/*}
  served+="<Directory $(quoted "$place")>"$'\n'"  Require all granted"$'\n'"</Directory>"$'\n'
}

for option in "$@" ${PHP_FPM_OPTIONS-}; do
  value=${option#*=}
  case $option in
    --webroot=*) webroot=$value ;;
    --memory=*) memory=$value ;;
    --children=*) children=$value ;;
    --memory-limit=*) memory_limit=$value ;;
    --timeout=*) timeout=$value ;;
    --gzip=*) gzip=$value ;;
    --opcache-memory=*) settings+=(-d "opcache.memory_consumption=$value") ;;
    --preload=*) settings+=(-d "opcache.preload=$PWD/$value") ;;
    --sessions=*) sessions=$value ;;
    --force-https=*) redirect=yes ;;
    --charset=*) charset=$value ;;
    --alias=*) alias=$value ;;
    --to=*) serve "$alias" "$value" ;;
    --error-page=*)
      status=${value%%:*}
      statuses+=" $status"
      serve "/@error/$status" "${value#*:}"
      served+="ErrorDocument $status /@error/$status"$'\n'
      ;;
    --language=*) served+="AddLanguage ${value%%:*} .${value#*:}"$'\n' ;;
    *)
      echo "php-server: unknown option $option" >&2
      exit 2
      ;;
  esac
done

root=$PWD
[ "$webroot" = . ] || root=$PWD/$webroot
if ! [ -d "$root" ]; then
  echo "php-server: CC_WEBROOT is $webroot, and there is no such folder in the application." >&2
  exit 1
fi

own=${TMPDIR:-/tmp}/php-server
rm -rf "$own"
mkdir -p "$own/sessions"
chmod 700 "$own"

# What is written to standard error can be opened by its path only if this user has made the pipe, and both servers open it.
exec > >(exec cat) 2>&1
logger=$!

# Part of the address of a server: every other character than these is a percent sign and two digits.
encoded() {
  local LC_ALL=C text=$1 result= letter
  while [ "$text" ]; do
    letter=${text:0:1}
    text=${text:1}
    case $letter in
      [A-Za-z0-9._~-]) result+=$letter ;;
      *) result+=$(printf '%%%02X' "'$letter") ;;
    esac
  done
  echo "$result"
}

if [ "$sessions" = redis ]; then
  settings+=(-d session.save_handler=redis)
  settings+=(-d "session.save_path=\"tcp://${REDIS_HOST:?}:${REDIS_PORT:?}${REDIS_PASSWORD:+?auth=$(encoded "$REDIS_PASSWORD")}\"")
else
  settings+=(-d "session.save_path=$own/sessions")
fi

# An ordinary request takes a quarter of what one may take at most; a fifth of the memory is left to Apache, OPcache and workers.
megabytes() {
  local number=${1%[KkMmGg]}
  case $1 in
    *[Gg]) echo $((number * 1024)) ;;
    *[Mm]) echo "$number" ;;
    *[Kk]) echo $((number / 1024)) ;;
    *) echo $((number / 1048576)) ;;
  esac
}
if ! [ "$children" ]; then
  each=$(($(megabytes "$memory_limit") / 4))
  [ "$each" -ge 32 ] || each=32
  children=$((${memory:-256} * 4 / 5 / each))
  [ "$children" -ge 2 ] || children=2
  [ "$children" -le 256 ] || children=256
fi

cat > "$own/fpm.conf" << END
[global]
daemonize = no
error_log = /proc/self/fd/2
log_level = warning
log_limit = 8192
process_control_timeout = ${timeout}s
[application]
listen = $own/fpm.sock
pm = ondemand
pm.max_children = $children
pm.process_idle_timeout = 60s
request_terminate_timeout = ${timeout}s
clear_env = no
catch_workers_output = yes
decorate_workers_output = no
security.limit_extensions = .php .phtml
END

modules() {
  local name
  for name in mpm_event access_compat alias actions auth_basic authn_core authn_file authz_core authz_groupfile authz_host authz_user \
    autoindex deflate dir env expires filter headers include mime negotiation proxy proxy_fcgi proxy_http remoteip rewrite setenvif substitute; do
    echo "LoadModule ${name}_module /usr/lib/apache2/modules/mod_$name.so"
  done
}

{
  modules
  cat << END
ServerName localhost
ServerRoot $own
DefaultRuntimeDir $own
PidFile $own/apache.pid
Listen ${PORT:-8080}
ServerTokens Prod
ServerSignature Off
TraceEnable Off
ErrorLog /proc/self/fd/2
ErrorLogFormat "Apache: [%l] %M"
LogLevel warn
StartServers 1
ServerLimit 4
ThreadLimit 32
ThreadsPerChild 32
MaxRequestWorkers 128
Timeout $timeout
ProxyTimeout $timeout
KeepAlive On
KeepAliveTimeout 75
MaxKeepAliveRequests 0
# The router limits what visitors send.
LimitRequestBody 0
LimitRequestLine 65536
LimitRequestFieldSize 65536
TypesConfig /etc/mime.types
AddDefaultCharset $charset
DirectoryIndex index.php index.html index.htm

# The router, which has a private address here, writes these headers and drops those of visitors.
RemoteIPHeader X-Forwarded-For
RemoteIPInternalProxy 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 ::1/128 fc00::/7 fe80::/10
SetEnvIf X-Forwarded-Proto ^https\$ HTTPS=on
# Apache itself redirects to http, as it knows nothing else: to a folder without its slash it must not.
RewriteEngine On
RewriteCond %{ENV:HTTPS} =on
RewriteCond %{REQUEST_URI} !/\.
RewriteCond %{DOCUMENT_ROOT}%{REQUEST_URI} -d
RewriteRule [^/]\$ https://%{HTTP_HOST}%{REQUEST_URI}/ [R=301,L]

<Directory />
  Options FollowSymLinks
  AllowOverride None
  Require all denied
</Directory>
DocumentRoot $(quoted "$root")
<Directory $(quoted "$root")>
  Options FollowSymLinks
  AllowOverride All
  Require all granted
  CGIPassAuth On
  ProxyFCGISetEnvIf "reqenv('HTTPS') == 'on'" REQUEST_SCHEME https
  ProxyFCGISetEnvIf "reqenv('HTTPS') == 'on' && reqenv('SERVER_PORT') == '80'" SERVER_PORT 443
</Directory>
<FilesMatch "\.(?:php|phtml)\$">
  SetHandler "proxy:unix:$own/fpm.sock|fcgi://application"
</FilesMatch>
<Proxy "fcgi://application">
  ProxySet timeout=$timeout
</Proxy>
<LocationMatch "/\.(?!well-known(?:/|\$))">
  Require all denied
</LocationMatch>
END
  # The repository itself is served, in which these are no pages.
  [ "$root" != "$PWD" ] || echo '<LocationMatch "^/+(?:auth\.json|composer\.(?:json|lock)|(?:clevercloud|berth)/.*)$">
  Require all denied
</LocationMatch>'
  [ ! "$redirect" ] || echo 'RewriteCond %{HTTP:X-Forwarded-Proto} =http
RewriteRule ^ https://%{HTTP_HOST}%{REQUEST_URI} [R=301,L]'
  # Also where PHP answers with that status.
  [ ! "$statuses" ] || echo "ProxyErrorOverride On$statuses"
  printf %s "$served"
  [ ! "$gzip" ] || echo "AddOutputFilterByType DEFLATE text/html $gzip"
} > "$own/apache.conf"

stopping=
trap 'stopping=yes' TERM INT

/usr/sbin/php-fpm --nodaemonize --fpm-config "$own/fpm.conf" \
  -d "memory_limit=$memory_limit" -d error_log=/proc/self/fd/2 -d variables_order=EGPCS -d expose_php=0 "${settings[@]}" &
fpm=$!
# Nobody is told that there is nothing behind Apache.
while ! [ -S "$own/fpm.sock" ] && kill -0 "$fpm" 2> /dev/null; do sleep 0.02; done

code=0
apache=
if kill -0 "$fpm" 2> /dev/null; then
  /usr/sbin/apache2 -D FOREGROUND -f "$own/apache.conf" &
  apache=$!
fi

# Ends when one of the two has ended, or this was told to.
while [ ! "$stopping" ]; do
  if wait -n "$fpm" ${apache:+"$apache"}; then code=0; else code=$?; fi
  [ "$stopping" ] || { [ "$code" -ne 0 ] || code=1; break; }
done

# Whoever sent SIGTERM limits how long this may take; Apache takes no more requests and ends when the last one is answered.
finish() {
  [ "$2" ] || return 0
  kill "-$1" "$2" 2> /dev/null || return 0
  while kill -0 "$2" 2> /dev/null; do wait "$2" || true; done
}
if [ "$stopping" ]; then
  code=0
  finish WINCH "$apache"
  finish QUIT "$fpm"
else
  finish TERM "$apache"
  finish TERM "$fpm"
fi

# The last lines reach the log; a program that the application has left behind must not keep this waiting.
exec > /dev/null 2>&1
for _ in {1..50}; do
  kill -0 "$logger" || break
  sleep 0.02
done
exit "$code"
