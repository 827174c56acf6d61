#!/usr/bin/env python3
"""An engine that goes wrong on purpose: stub.py FAULT N ENGINE [ARGUMENT…]

It passes everything on to the real ENGINE until the Nth `go` of its life, and then does as FAULT says. In faults of
time N is a number of milliseconds.
"""

import os
import subprocess
import sys
import threading
import time

fault, when, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
out = sys.stdout.buffer

if fault == "slow-start":
    time.sleep(when / 1000)
if fault == "no-start":
    sys.exit("no licence")
if fault == "no-restart":
    # The Nth start in a folder is the last that works.
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
        # Talks much before it introduces itself.
        if line.strip() == b"uci":
            say(b"info string la la la\n" * 30_000)
    elif line.split()[:1] == [b"go"]:
        searches += 1
        if searches >= when or fault == "no-restart" and searches >= 2:
            if fault == "no-answer":
                time.sleep(600)
            elif fault == "late":
                # Alive, but only when told to stop.
                while sys.stdin.buffer.readline().strip() != b"stop":
                    pass
                line = b"go depth 1\n"
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
                # Talks without end and never answers.
                while True:
                    say(b"info string la la la\n" * 100)
            elif fault == "no-newline":
                say(b"bestmove 9-13")
                continue
            elif fault == "twice":
                engine.stdin.write(b"go depth 1\n")
    engine.stdin.write(line)
    engine.stdin.flush()
engine.stdin.close()
engine.wait()
