#!/usr/bin/env bash
# Runs the tests of the transposition table, which writes to memory that all threads share, under Miri with both borrow models.
# Needs a nightly toolchain with the components `miri` and `rust-src`; without them it does nothing.
# Last result: all pass under both models with the nightly of 2026-05-19.
set -euo pipefail
cd "$(dirname "$0")/.."

# Only what is installed counts: no toolchain is fetched.
export RUSTUP_AUTO_INSTALL=0
if ! components=$(rustup component list --toolchain nightly --installed 2>/dev/null) ||
    ! grep -q '^miri' <<<"$components" || ! grep -q '^rust-src' <<<"$components"; then
    echo "Miri is not installed: skipped"
    exit 0
fi

# Miri's standard library is built from the sources in rust-src alone, with the crates that are vendored there.
home=$(mktemp -d)
trap 'rm -r "$home"' EXIT
cat >"$home/config.toml" <<END
[source.crates-io]
replace-with = "vendored"
[source.vendored]
directory = "$(rustc +nightly --print sysroot)/lib/rustlib/src/rust/library/vendor"
END
CARGO_HOME=$home cargo +nightly miri setup

for model in stacked tree; do
    echo "Miri, $model borrows"
    MIRIFLAGS=$([ $model = stacked ] || echo -Zmiri-tree-borrows) cargo +nightly miri test --locked --lib search::tt
done
