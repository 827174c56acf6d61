#!/bin/sh
# Runs the program on CPUs of other years under qemu-user: one that is too old is refused in one line, and the oldest
# that the plain build is for runs it. For builds of .cargo/config.toml.
#   tests/old-cpu.sh PATH-OF-THE-PROGRAM
set -eu
program=$(realpath "${1:?the path of the program}")
[ "$(uname -m)" = x86_64 ] || { echo "old-cpu: skipped, not an x86-64 machine"; exit 0; }

if ! command -v qemu-x86_64 > /dev/null; then
    if ! { [ "$(id -u)" = 0 ] && apt-get update && apt-get install -y --no-install-recommends qemu-user; } > /dev/null 2>&1
    then
        echo "old-cpu: skipped, qemu-x86_64 is not there and cannot be installed"
        exit 0
    fi
fi

fail() {
    echo "old-cpu: $*" >&2
    exit 1
}

# Core 2 has no SSE4.2 and no POPCNT, and each of the others lacks one thing.
for cpu in core2duo Nehalem,-popcnt Nehalem,-sse4.2 Nehalem,-ssse3; do
    for arguments in "" --version "bench --depth 1"; do
        # The arguments are several words.
        # shellcheck disable=SC2086
        said=$(qemu-x86_64 -cpu "$cpu" "$program" $arguments 2>&1 < /dev/null) && fail "$cpu runs \`$arguments\`"
        case $said in
            "error: this build needs a CPU of level x86-64-v2"*) ;;
            *) fail "$cpu, \`$arguments\`: $said" ;;
        esac
        [ "$(echo "$said" | wc -l)" = 1 ] || fail "$cpu, \`$arguments\`, more than a line: $said"
    done
done

qemu-x86_64 -cpu Nehalem "$program" bench --depth 2 | grep -q "^built for x86-64-v2$" || fail "Nehalem: no bench"
qemu-x86_64 -cpu Nehalem "$program" perft 5 --variant international | grep -q "^depth 5 nodes 27117 " ||
    fail "Nehalem: another count"
