#!/bin/sh
# mise for an application: with-mise install|run|exec ... Tools that it installs lie in the folder of the application, so that instances have them, too.
set -eu
: "${APP_HOME:?}" "${TMPDIR:?}"
export MISE_DATA_DIR="$APP_HOME/.mise" MISE_CACHE_DIR="$TMPDIR/mise-cache" MISE_STATE_DIR="$TMPDIR/mise-state"
# The owner of the application has written its files, and nobody is there to be asked.
export MISE_TRUSTED_CONFIG_PATHS=/ MISE_YES=1 MISE_TASK_RUN_AUTO_INSTALL=false MISE_EXEC_AUTO_INSTALL=false

# The Python of the system is registered as one that mise has installed: with none, `_.python.venv` makes no environment. Only its programs,
# as all those of /usr/bin would hide other tools.
if [ -n "${SYSTEM_PYTHON-}" ]; then
  programs=$MISE_DATA_DIR/installs/python/$SYSTEM_PYTHON/bin
  if ! [ -e "$programs" ] && mkdir -p "$programs"; then
    for name in python python3 "python$SYSTEM_PYTHON" pip pip3; do ln -s "/usr/bin/$name" "$programs/$name"; done
  fi
  export MISE_PYTHON_VERSION="$SYSTEM_PYTHON"
fi
exec mise "$@"
