#!/bin/bash
# A servlet container with web applications, as its tool names it: tomcat|jetty [--check] [<edition>] -- <file> <context> [<file> <context>]…
# The container itself is read-only: what it writes, and its configuration, is in the folder for temporary files. Names come from a recipe, whose
# plan has checked that none has a character that means something in XML.
set -euf

check='' edition=''
while [ "$1" != -- ]; do
  case $1 in
    --check) check=yes ;;
    *) edition=$1 ;;
  esac
  shift
done
shift

wars=("$@")
for ((at = 0; at < ${#wars[@]}; at += 2)); do
  file=${wars[at]}
  # A name with a version in it changes with each release, so a star stands for it.
  case $file in
    *\**)
      set +f
      for each in $file; do [ -e "$each" ] && wars[at]=$each && break; done
      set -f
      ;;
  esac
  file=${wars[at]}
  [ ! -d "$file/WEB-INF" ] || continue
  [ -f "$file" ] && continue
  {
    echo "There is no war $file."
    there=$(find . \( -name .git -o -name node_modules -o -name '.*-home' \) -prune -o -name '*.war' -print | head -n 20 | sed 's|^\./|  |')
    if [ "$there" ]; then
      echo 'Wars that are there, to name in deploy.war of war.json:'
      echo "$there"
    else
      echo 'The build has made none.'
    fi
  } >&2
  exit 127
done
[ -z "$check" ] || exit 0

container=${0##*/}
set +f
for home in "${0%/*}"/../home/*; do :; done
set -f
base=${TMPDIR:-/tmp}/$container
rm -rf "$base"
mkdir -p "$base/webapps" "$base/work" "$base/environments"
app=$PWD
own=(-Djava.io.tmpdir="${TMPDIR:-/tmp}" -Djava.util.logging.SimpleFormatter.format='%4$s %5$s%6$s%n')
# Words of the owner come last, so that theirs count.
# shellcheck disable=SC2206 # options are words
own+=(${JAVA_OPTS:-} ${CC_EXTRA_JAVA_ARGS:-})

if [ "$container" = tomcat ]; then
  cp -r "$home/conf" "$base/conf"
  chmod -R u+w "$base/conf"
  {
    # Nothing else than the router reaches this port, and its headers say who came by what.
    cat <<END
<Server port="-1">
  <Service name="Catalina">
    <Connector port="$PORT" protocol="HTTP/1.1" URIEncoding="UTF-8" maxPostSize="-1"/>
    <Engine name="Catalina" defaultHost="localhost">
      <Host name="localhost" appBase="webapps" autoDeploy="false" deployOnStartup="false">
        <Valve className="org.apache.catalina.valves.RemoteIpValve" internalProxies=".*" protocolHeader="x-forwarded-proto"/>
        <Valve className="org.apache.catalina.valves.ErrorReportValve" showServerInfo="false" showReport="false"/>
END
    for ((at = 0; at < ${#wars[@]}; at += 2)); do
      echo "        <Context docBase=\"$app/${wars[at]}\" path=\"${wars[at + 1]%/}\"/>"
    done
    echo '      </Host></Engine></Service></Server>'
  } >"$base/conf/server.xml"
  # As catalina.sh of Tomcat opens them to applications. Java 8 has no modules.
  opened=()
  jdk=$(readlink -f "$(command -v java)")
  if [ -e "${jdk%/bin/java}/lib/modules" ]; then
    for package in java.base/java.{lang,lang.invoke,lang.reflect,io,util,util.concurrent} java.rmi/sun.rmi.transport; do
      opened+=("--add-opens=$package=ALL-UNNAMED")
    done
  fi
  exec java "${opened[@]}" "${own[@]}" -Dcatalina.home="$home" -Dcatalina.base="$base" \
    -cp "$home/bin/bootstrap.jar:$home/bin/tomcat-juli.jar" org.apache.catalina.startup.Bootstrap start
fi

# Since line 12 each edition of the servlets has modules and a class of its own.
case $edition in
  ee*) modules=forwarded,$edition-deploy,$edition-webapp,$edition-annotations,$edition-jsp package=org.eclipse.jetty.$edition.webapp ;;
  *) modules=http-forwarded,deploy,webapp,annotations,jsp package=org.eclipse.jetty.webapp ;;
esac
for ((at = 0; at < ${#wars[@]}; at += 2)); do
  cat >"$base/webapps/war$at.xml" <<END
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
<Configure class="$package.WebAppContext">
  <Set name="contextPath">${wars[at + 1]}</Set>
  <Set name="war">$app/${wars[at]}</Set>
</Configure>
END
done
exec java "${own[@]}" -jar "$home/start.jar" jetty.home="$home" jetty.base="$base" jetty.http.port="$PORT" \
  --module="server,http,$modules"
