#!/bin/bash
# Analyse a file of positions with GNU parallel: on this machine, or on those of a list if HOSTS names a file with one host
# on each line. They need `millstone` in their PATH and the file under the same path. A part that fails is tried again,
# elsewhere if possible.
#   HOSTS=hosts.txt parallel_analyse.sh 64 positions.txt --variant english --depth 12 > analysis.jsonl
set -euo pipefail
parts=$1
file=$(realpath "$2")
shift 2
seq "$parts" |
    parallel --will-cite --halt soon,fail=1 --retries 3 ${HOSTS:+--sshloginfile "$HOSTS"} -q \
        millstone analyse "$file" "$@" --jobs 1 --part "{}/$parts" |
    sort -t: -k3,3n
