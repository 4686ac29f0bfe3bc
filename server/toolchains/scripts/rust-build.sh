#!/bin/sh
# Builds a Rust application: rust-build [<options of cargo build>...]
# Cargo compiles in a folder that is kept from build to build, and only the programs come to lie in target/release.
set -eu

CARGO_TARGET_DIR=${RUST_BUILD_CACHE:-${TMPDIR:?}/target}
export CARGO_TARGET_DIR
made=${TMPDIR:?}/cargo-messages

# Whoever reads the log gets the words of the compiler, and this script which programs there are.
cargo build --release --locked --message-format=json-render-diagnostics "$@" >"$made"

rm -rf target/release
mkdir -p target/release
sed --quiet 's/.*"executable":"\([^"]*\)".*/\1/p' "$made" | while read -r program; do
  cp -- "$program" target/release/
done
