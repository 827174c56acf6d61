#!/bin/sh
# Builds the wheel, installs it into a throw-away environment, and tests and type-checks it there.
#   python/check.sh [TARGET-DIR]
# The program is the one that cargo has built in that folder; it is compiled only if it is not there.
set -eu
here=$(dirname "$(realpath "$0")")
target=${1:-${CARGO_TARGET_DIR:-$here/../target}}
target=$(mkdir -p "$target" && realpath "$target")
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
. "$here/../tests/python-env.sh"

python_env "$room/venv" maturin==1.16.0 pytest==9.2.0 mypy==2.4.1
bin=$room/venv/bin
build() {
    cd "$here" && CARGO_TARGET_DIR=$target "$bin/maturin" build --release --auditwheel skip --out "$room"
}
(build) > "$room/log" 2>&1 || { cat "$room/log"; exit 1; }
"$bin/pip" install --quiet --disable-pip-version-check "$room"/millstone-*.whl
cd "$room"
"$bin/millstone" --version
"$bin/mypy" --strict --no-error-summary -p millstone
"$bin/pytest" --quiet --import-mode=importlib -p no:cacheprovider "$here/tests"
