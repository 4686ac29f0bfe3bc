#!/bin/sh
# Installs the dependencies of a Python application into .venv of its folder: python-environment <manager> [--dev] [<requirements>].
# What the last build has left of the environment is taken while Python and the files that name the dependencies are the same: package managers
# only add to it, so one made from other files may have what nobody asks for any more.
set -eu

manager=$1
shift
development=
if [ "${1-}" = --dev ]; then
  development=yes
  shift
fi

case $manager in
  pip) files="./$1" ;;
  project) files=pyproject.toml ;;
  uv) files='uv.lock pyproject.toml' ;;
  poetry) files='poetry.lock pyproject.toml' ;;
  pipenv) files='Pipfile.lock Pipfile' ;;
  none) files= ;;
  *)
    echo "python-environment: unknown manager $manager" >&2
    exit 2
    ;;
esac

made_from() {
  python3 --version
  echo "$manager $development"
  if [ "$manager" = pip ]; then sha256sum -- "$files"
  elif [ "$files" ]; then sha256sum -- $files
  fi
}

key=$(made_from)
[ "$(cat .venv/.made-from 2> /dev/null)" = "$key" ] || rm -rf .venv
[ -x .venv/bin/python ] || python3 -m venv .venv
VIRTUAL_ENV=$PWD/.venv
export VIRTUAL_ENV
PATH=$VIRTUAL_ENV/bin:$PATH

# Libraries of Python bring certificate authorities of their own and know neither those of the machine nor those of its operator.
bundle=${TMPDIR:-/tmp}/certificates.pem
cat /etc/ssl/certs/ca-certificates.crt ${NODE_EXTRA_CA_CERTS+"$NODE_EXTRA_CA_CERTS"} > "$bundle" 2> /dev/null || true
if [ -s "$bundle" ]; then
  export PIP_CERT="${PIP_CERT-$bundle}" REQUESTS_CA_BUNDLE="${REQUESTS_CA_BUNDLE-$bundle}" SSL_CERT_FILE="${SSL_CERT_FILE-$bundle}"
fi

# A manager has an environment of its own in the cache of the application, so that what it needs itself cannot disagree with the dependencies.
manager_programs() {
  version=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  place=${HOME:?}/.cache/python-tools/$manager-$version
  [ -x "$place/bin/$manager" ] || {
    python3 -m venv "$place"
    "$place/bin/pip" install --quiet "$manager"
  }
  echo "$place/bin"
}

case $manager in
  pip) pip install --requirement="$files" ;;
  project) pip install . ;;
  uv)
    programs=$(manager_programs)
    # `uv run` starts the application.
    cp "$programs/uv" .venv/bin/uv
    if [ "$development" ]; then group=--dev; else group=--no-dev; fi
    UV_PROJECT_ENVIRONMENT=.venv UV_PYTHON_DOWNLOADS=never UV_LINK_MODE=copy UV_SYSTEM_CERTS=true UV_NATIVE_TLS=true \
      .venv/bin/uv sync --locked --inexact "$group"
    ;;
  poetry)
    PATH=$PATH:$(manager_programs)
    if [ "$development" ]; then set --; else set -- --only main; fi
    POETRY_VIRTUALENVS_CREATE=false poetry install --no-interaction --no-ansi "$@"
    ;;
  pipenv)
    PATH=$PATH:$(manager_programs)
    if [ "$development" ]; then set -- --dev; else set --; fi
    PIPENV_NOSPIN=1 PIPENV_VERBOSITY=-1 pipenv sync "$@"
    ;;
esac

echo "$key" > .venv/.made-from
