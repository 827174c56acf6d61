#!/usr/bin/env python3
"""A faulty engine: stub.py FAULT N ENGINE [ARGUMENT…]

It passes everything on to the real ENGINE, and behaves as FAULT says from the Nth `go` on. For faults of time, N is a
number of milliseconds.
"""

import os
import subprocess
import sys
import threading
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

engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def say(data):
    out.write(data)
    out.flush()


def pass_on():
    for line in engine.stdout:
        say(line)
    os._exit(engine.wait())


threading.Thread(target=pass_on, daemon=True).start()

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
                time.sleep(600)
            elif fault == "hold":
                # Waits until there is a file `continue`, or the match is gone.
                while not os.path.exists("continue") and os.getppid() == parent:
                    time.sleep(0.01)
            elif fault == "late":
                # Responds, but only to `stop`.
                while sys.stdin.buffer.readline().strip() != b"stop":
                    pass
                say(b"bestmove 9-13\n")
                continue
            elif fault == "illegal":
                say(b"info depth 9 score cp 999\nbestmove 9-9\n")
                continue
            elif fault == "crash" or fault == "no-restart":
                print("out of cheese", file=sys.stderr, flush=True)
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
            elif fault == "no-newline":
                say(b"bestmove 9-13")
                continue
            elif fault == "twice":
                engine.stdin.write(b"go depth 1\n")
    engine.stdin.write(line)
    engine.stdin.flush()
engine.stdin.close()
engine.wait()
