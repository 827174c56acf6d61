#!/usr/bin/env bash
# Fuzzes every target for some time: fuzz/run.sh SECONDS [TARGET…]. Needs a nightly Rust and cargo-fuzz
# (`cargo install cargo-fuzz`). What a target finds first goes to fuzz/artifacts; a new input of interest goes to the
# corpus, which `cargo fuzz cmin` makes small again. The last line of each target says how many inputs were tried.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:?"usage: fuzz/run.sh SECONDS [TARGET…]"}
shift
if [ $# -eq 0 ]; then
    for target in fuzz_targets/*.rs; do set -- "$@" "$(basename "$target" .rs)"; done
fi
failed=()
for target in "$@"; do
    echo "== $target"
    # New inputs stay out of the repository; lines beyond a few thousand bytes find nothing that shorter ones do not. A minute
    # is much for one input, but on a busy machine less need not mean that something is wrong.
    mkdir -p "target/corpus/$target"
    cargo +nightly fuzz run --sanitizer "${SANITIZER:-address}" "$target" "target/corpus/$target" "corpus/$target" -- \
        -max_total_time="$seconds" -max_len=4096 -timeout=60 -report_slow_units=60 -rss_limit_mb=2048 -print_final_stats=1 2>&1 |
        grep -E "stat::number_of_executed_units|stat::peak_rss_mb|ERROR|panicked|Test unit written" || true
    if compgen -G "artifacts/$target/*" > /dev/null; then failed+=("$target"); fi
done
if [ ${#failed[@]} -gt 0 ]; then
    echo "found something: ${failed[*]} (fuzz/artifacts)"
    exit 1
fi
