#!/usr/bin/env bash
# Runs the tests of the transposition table, which writes to memory that all threads share, under Miri with both borrow models.
# Needs a nightly toolchain with the component `miri`, and its sources in `rust-src`; without them it does nothing.
# Last result: none yet, for want of a machine with Miri.
set -euo pipefail
cd "$(dirname "$0")/.."

# What is installed is all that counts: nothing is fetched.
export RUSTUP_AUTO_INSTALL=0
if ! components=$(rustup component list --toolchain nightly --installed 2>/dev/null) ||
    ! grep -q '^miri' <<<"$components" || ! grep -q '^rust-src' <<<"$components"; then
    echo "Miri is not installed: skipped"
    exit 0
fi

# The tests read the memory that is left from the system.
for model in "" "-Zmiri-tree-borrows"; do
    echo "Miri, ${model:-stacked borrows}"
    MIRIFLAGS="-Zmiri-disable-isolation $model" cargo +nightly miri test --lib search::tt
done
