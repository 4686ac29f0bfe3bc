#!/bin/bash
# composer-install [--version=VERSION] -- OPTION…: runs composer install, with the Composer of the repository (composer.phar) or of this version, else with that of the system.
set -euf

mirror=${CC_COMPOSER_MIRROR:-https://getcomposer.org/download}
version=
case ${1-} in
  --version=*)
    version=${1#*=}
    shift
    ;;
esac
[ "${1-}" != -- ] || shift

export COMPOSER_CACHE_DIR=${COMPOSER_CACHE_DIR:-${HOME:?}/.cache/composer}

# PHP and curl know the certificate authorities of the system, and not those of its operator.
if [ "${NODE_EXTRA_CA_CERTS-}" ]; then
  bundle=${TMPDIR:-/tmp}/certificates.pem
  cat /etc/ssl/certs/ca-certificates.crt "$NODE_EXTRA_CA_CERTS" > "$bundle"
  export SSL_CERT_FILE=${SSL_CERT_FILE-$bundle} CURL_CA_BUNDLE=${CURL_CA_BUNDLE-$bundle}
fi

# Kept with what Composer itself downloads. A line, such as 1 or 2.2, may have a newer release each time.
download() {
  local folder=$COMPOSER_CACHE_DIR/programs name=$version
  [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+ ]] || name=latest-$version.x
  program=$folder/$name.phar
  mkdir -p "$folder"
  case $name in
    latest-*) ;;
    *) [ ! -f "$program" ] || return 0 ;;
  esac
  echo "Composer $version is downloaded."
  if ! curl --silent --show-error --fail --location --output "$program.new" "$mirror/$name/composer.phar" ||
    ! curl --silent --show-error --fail --location --output "$program.sum" "$mirror/$name/composer.phar.sha256sum"; then
    echo "CC_COMPOSER_VERSION is $version, and Composer's own site has no such version or does not answer." >&2
    exit 1
  fi
  if ! echo "$(cut -c 1-64 "$program.sum")  $program.new" | sha256sum --check --status; then
    rm -f "$program.new" "$program.sum"
    echo "Composer $version is not the file that its checksum names, so it does not run." >&2
    exit 1
  fi
  mv "$program.new" "$program"
}

if [ "$version" ]; then
  download
  composer=(php "$program")
elif [ -f composer.phar ]; then
  composer=(php composer.phar)
else
  composer=(composer)
fi

exec "${composer[@]}" install --no-interaction --no-progress --no-ansi "$@"
