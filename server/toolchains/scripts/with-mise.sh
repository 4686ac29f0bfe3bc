#!/bin/sh
# mise for an application: with-mise install|run|exec ... Tools that it installs lie in the folder of the application, so that instances have them, too.
set -eu
: "${APP_HOME:?}" "${TMPDIR:?}"
export MISE_DATA_DIR="$APP_HOME/.mise" MISE_CACHE_DIR="$TMPDIR/mise-cache" MISE_STATE_DIR="$TMPDIR/mise-state"
# The owner of the application has written its files, and nobody is there to be asked.
export MISE_TRUSTED_CONFIG_PATHS=/ MISE_YES=1 MISE_TASK_RUN_AUTO_INSTALL=false MISE_EXEC_AUTO_INSTALL=false
exec mise "$@"
