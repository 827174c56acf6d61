#!/bin/sh
# Plays the engine with real clients, installed from PyPI into throw-away environments.
#   tests/clients/run.sh PATH-OF-THE-ENGINE
set -eu
engine=$(realpath "${1:?the path of the engine}")
here=$(dirname "$(realpath "$0")")
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
. "$here/../python-env.sh"

# Two of the clients are packages of the same name, so each has an environment of its own.
python_env "$room/pydraughts" pydraughts==0.6.7
python_env "$room/py-draughts" py-draughts==1.10.1
python_env "$room/chess" chess==1.11.2

"$room/pydraughts/bin/python" "$here/pydraughts_games.py" "$engine"
"$room/pydraughts/bin/python" "$here/pydraughts_dxp.py" "$engine"
"$room/py-draughts/bin/python" "$here/py_draughts_game.py" "$engine"
"$room/chess/bin/python" "$here/chess_handshake.py" "$engine"
