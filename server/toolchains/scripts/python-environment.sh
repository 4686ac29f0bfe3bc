#!/bin/sh
# Installs the dependencies of a Python application into .venv of its folder: python-environment [--python <version>] <manager> [--dev] [<requirements>].
# With --python the Python is not that of the system, but one that uv fetches into .python of the same folder, unless it is there.
# What the last build has left of the environment is taken while Python and the files that name the dependencies are the same: package managers
# only add to it, so one made from other files may have what nobody asks for any more.
set -eu

python=/usr/bin/python3
published=
if [ "$1" = --python ]; then
  published=$2
  shift 2
fi
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

# Libraries of Python bring certificate authorities of their own and know neither those of the machine nor those of its operator.
bundle=${TMPDIR:-/tmp}/certificates.pem
cat /etc/ssl/certs/ca-certificates.crt ${NODE_EXTRA_CA_CERTS+"$NODE_EXTRA_CA_CERTS"} > "$bundle" 2> /dev/null || true
if [ -s "$bundle" ]; then
  export PIP_CERT="${PIP_CERT-$bundle}" REQUESTS_CA_BUNDLE="${REQUESTS_CA_BUNDLE-$bundle}" SSL_CERT_FILE="${SSL_CERT_FILE-$bundle}"
fi
export UV_SYSTEM_CERTS=true UV_NATIVE_TLS=true

# A manager has an environment of its own in the cache of the application, so that what it needs itself cannot disagree with the dependencies.
manager_programs() {
  version=$(/usr/bin/python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  place=${HOME:?}/.cache/python-tools/$1-$version
  [ -x "$place/bin/$1" ] || {
    /usr/bin/python3 -m venv "$place"
    "$place/bin/pip" install --quiet "$1"
  }
  echo "$place/bin"
}

if [ "$published" ]; then
  uv=$(manager_programs uv)/uv
  export UV_PYTHON_INSTALL_DIR="$PWD/.python"
  # uv compares what it downloads with the hash that it knows.
  "$uv" python install --no-bin "$published"
  python=$("$uv" python find --managed-python --system "$published")
fi

made_from() {
  "$python" --version
  echo "$manager $development"
  if [ "$manager" = pip ]; then sha256sum -- "$files"
  elif [ "$files" ]; then sha256sum -- $files
  fi
}

new_environment() {
  if [ "$published" ]; then
    UV_DEFAULT_INDEX=${UV_DEFAULT_INDEX-${PIP_INDEX_URL-https://pypi.org/simple}} "$uv" venv --quiet --seed --python "$python" .venv
  else
    "$python" -m venv .venv
  fi
}

key=$(made_from)
[ "$(cat .venv/.made-from 2> /dev/null)" = "$key" ] || rm -rf .venv
[ -x .venv/bin/python ] || new_environment
VIRTUAL_ENV=$PWD/.venv
export VIRTUAL_ENV
PATH=$VIRTUAL_ENV/bin:$PATH

case $manager in
  pip) pip install --requirement="$files" ;;
  project) pip install . ;;
  uv)
    programs=$(manager_programs uv)
    # `uv run` starts the application.
    cp "$programs/uv" .venv/bin/uv
    if [ "$development" ]; then group=--dev; else group=--no-dev; fi
    # The environment is of the line that is asked for: the patch in .python-version would have it made again, from a Python that is not there.
    UV_PYTHON=.venv/bin/python UV_PROJECT_ENVIRONMENT=.venv UV_PYTHON_DOWNLOADS=never UV_LINK_MODE=copy \
      .venv/bin/uv sync --locked --inexact "$group"
    ;;
  poetry)
    PATH=$PATH:$(manager_programs "$manager")
    if [ "$development" ]; then set --; else set -- --only main; fi
    POETRY_VIRTUALENVS_CREATE=false poetry install --no-interaction --no-ansi "$@"
    ;;
  pipenv)
    PATH=$PATH:$(manager_programs "$manager")
    if [ "$development" ]; then set -- --dev; else set --; fi
    PIPENV_NOSPIN=1 PIPENV_VERBOSITY=-1 pipenv sync "$@"
    ;;
esac

echo "$key" > .venv/.made-from
