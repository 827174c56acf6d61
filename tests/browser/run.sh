#!/bin/sh
# Plays on the page of `millstone serve` in a real browser: Chromium, driven by Playwright.
#   tests/browser/run.sh PATH-OF-THE-ENGINE [NAME-OF-A-TEST…]
# Screenshots to look at are kept in target/browser/.
set -eu
engine=$(realpath "${1:?the path of the engine}")
shift
here=$(dirname "$(realpath "$0")")
room=${CARGO_TARGET_DIR:-$here/../../target}/browser
mkdir -p "$room"
room=$(realpath "$room")

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$chromium" ]; then
    if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } > "$room/install.log" 2>&1; then
        echo "browser tests skipped: there is no Chromium, and it cannot be installed ($room/install.log)"
        exit 0
    fi
    chromium=$(command -v chromium)
fi
if ! command -v npm > /dev/null; then
    echo "browser tests skipped: there is no npm to install Playwright with"
    exit 0
fi
if [ ! -d "$room/node_modules/playwright-core" ]; then
    (cd "$room" && npm install --silent --no-save --no-audit --no-fund --prefix . playwright-core@1.65.1)
fi

# Emptied first: the address of an earlier run must not be read.
: > "$room/serve.log"
"$engine" serve --port 0 > "$room/serve.log" &
server=$!
trap 'kill $server 2> /dev/null || true' EXIT
for _ in $(seq 100); do
    grep -q http: "$room/serve.log" && break
    sleep 0.1
done
address=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$room/serve.log")

# A whole run leaves its own screenshots and no others.
[ $# -gt 0 ] || rm -rf "$room/screenshots"
cp "$here"/*.mjs "$room"
cd "$room"
CHROMIUM=$chromium node play.mjs "$address" "$room/screenshots" "$@"
# Ctrl-C ends the server cleanly.
kill -INT $server
wait $server
