#!/usr/bin/env python3
"""A faulty engine: stub.py FAULT N ENGINE [ARGUMENT…]

It passes everything on to the real ENGINE, and behaves as FAULT says from the Nth `go` on. For faults of time, N is a
number of milliseconds.
"""

# Few modules, since some tests start this many times.
import os
import sys
import time

fault, when, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
parent = os.getppid()
out = sys.stdout.buffer

if fault == "slow-start":
    time.sleep(when / 1000)
if fault == "no-start":
    sys.exit("no licence")
if fault == "no-restart":
    # Only the first N starts in a folder work.
    with open("starts", "a+") as starts:
        starts.write("x")
        starts.seek(0)
        if len(starts.read()) > when:
            sys.exit(4)

# The engine writes to the standard output of this process.
engine_input, to_engine = os.pipe()
engine = os.posix_spawnp(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, engine_input, 0)])
os.close(engine_input)


def say(data):
    out.write(data)
    out.flush()


searches = 0
for line in sys.stdin.buffer:
    if fault == "slow-new-game":
        if line.strip() in (b"new-game", b"ucinewgame"):
            time.sleep(when / 1000)
    elif fault == "no-ping":
        if line.strip() == b"ping":
            continue
    elif fault == "flood":
        # Much output before the handshake.
        if line.strip() == b"uci":
            say(b"info string la la la\n" * 30_000)
    elif line.split()[:1] == [b"go"]:
        searches += 1
        if searches >= when or fault == "no-restart" and searches >= 2:
            if fault == "no-answer":
                open("hanging", "w").close()
                # Not for ever if the match is killed, since then nobody ends this process.
                while os.getppid() == parent:
                    time.sleep(0.05)
            elif fault == "hold":
                # Waits until there is a file `continue`, or the match is gone.
                while not os.path.exists("continue") and os.getppid() == parent:
                    time.sleep(0.01)
            elif fault == "late":
                # Responds, but only to `stop`, and not for ever if the match is killed.
                for line in sys.stdin.buffer:
                    if line.strip() == b"stop":
                        say(b"bestmove 9-13\n")
                        break
                continue
            elif fault == "illegal":
                say(b"info depth 9 score cp 999\nbestmove 9-9\n")
                continue
            elif fault == "crash" or fault == "no-restart":
                print("out of cheese", file=sys.stderr, flush=True)
                os.kill(engine, 9)
                os._exit(3)
            elif fault == "garbage":
                say(bytes(range(128, 256)) * 8 + b"\nbestmove \xff\xfe;;\x00\n")
                continue
            elif fault == "chatter":
                # Endless output without an answer: more lines than are queued, then slower.
                say(b"info string la la la\n" * 10_000)
                while True:
                    say(b"info string la la la\n")
                    time.sleep(0.001)
            elif fault == "talkative":
                # A move, and then endless long lines out of turn.
                os.write(to_engine, line)
                time.sleep(0.5)
                open("talking", "w").close()
                while True:
                    say(b"info string " + b"x" * 900_000 + b"\n")
            elif fault == "no-newline":
                say(b"bestmove 9-13")
                continue
            elif fault == "twice":
                os.write(to_engine, b"go depth 1\n")
    os.write(to_engine, line)
    if line.strip() == b"quit":
        break
os.close(to_engine)
os.waitpid(engine, 0)
