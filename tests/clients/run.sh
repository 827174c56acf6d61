#!/bin/sh
# Plays the engine with real clients, installed from the package index into a throw-away environment.
#   tests/clients/run.sh PATH-OF-THE-ENGINE
set -eu
engine=$(realpath "${1:?the path of the engine}")
here=$(dirname "$(realpath "$0")")
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

# Two of the clients are packages of the same name, so each has an environment of its own.
install() {
    python3 -m venv "$room/$1"
    "$room/$1/bin/pip" install --quiet --disable-pip-version-check "$2"
}
install pydraughts pydraughts==0.6.7 & first=$!
install py-draughts py-draughts==1.10.1 & second=$!
install chess chess==1.11.2
wait $first
wait $second

"$room/pydraughts/bin/python" "$here/pydraughts_games.py" "$engine"
"$room/py-draughts/bin/python" "$here/py_draughts_game.py" "$engine"
"$room/chess/bin/python" "$here/chess_handshake.py" "$engine"
