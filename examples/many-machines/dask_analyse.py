#!/usr/bin/env python3
"""Analyse a file of positions on the workers of a Dask cluster.

    dask scheduler                          on one machine
    dask worker tcp://HOST:8786             on each machine that has `millstone` in its PATH
    dask_analyse.py positions.txt --scheduler tcp://HOST:8786 -- --variant english --depth 12 > analysis.jsonl

What follows `--` goes to `millstone analyse`. The output is what `millstone analyse` prints on one machine, in the same
order, with the same line numbers. A worker that disappears costs time, not results: its positions are analysed again
elsewhere. Without --scheduler it starts a cluster on this machine.
"""

import argparse
import collections
import itertools
import subprocess
import sys

import distributed


def analyse(program, arguments, first, lines):
    """The results of some lines of the input, the first of which has the number `first`."""
    # Empty lines are skipped, but they count.
    text = "\n" * (first - 1) + "".join(lines)
    done = subprocess.run([program, "analyse", "--jobs", "1", *arguments], input=text, capture_output=True, text=True)
    # 2 means that a position has an error, which its result says.
    if done.returncode not in (0, 2) or (done.returncode == 2 and not done.stdout):
        raise RuntimeError(done.stderr.strip() or f"{program}: exit code {done.returncode}")
    return done.stdout


def chunks(lines, size):
    """The lines in lists of `size`, each with the number of its first line."""
    lines = iter(lines)
    for first in itertools.count(1, size):
        chunk = list(itertools.islice(lines, size))
        if not chunk:
            return
        yield first, chunk


def run(client, program, arguments, lines, size, out):
    """Analyses all lines, and writes the results in their order as soon as they are there."""
    running = collections.deque()
    todo = chunks(lines, size)
    while True:
        # A few chunks for each thread of each worker, so that none waits and memory stays bounded.
        most = 4 * max(1, sum(client.nthreads().values()))
        for first, chunk in itertools.islice(todo, max(0, most - len(running))):
            # The same lines may come twice, so the key is not made from them.
            running.append(client.submit(analyse, program, arguments, first, chunk, pure=False, retries=2))
        if not running:
            return
        out.write(running.popleft().result())
        out.flush()


def main():
    parser = argparse.ArgumentParser(description="Analyse positions on a Dask cluster.")
    parser.add_argument("file", help="a file with a position on each line")
    parser.add_argument("--scheduler", help="the address of the scheduler [default: a cluster on this machine]")
    parser.add_argument("--program", default="millstone", help="the engine's program on the workers")
    parser.add_argument("--size", type=int, default=64, help="positions in a task [default: %(default)s]")
    parser.epilog = "What follows -- goes to `millstone analyse`."
    words, dashes = sys.argv[1:], sys.argv[1:].index("--") if "--" in sys.argv else len(sys.argv)
    arguments, rest = parser.parse_args(words[:dashes]), words[dashes + 1 :]
    with open(arguments.file, encoding="utf-8", errors="surrogateescape") as lines:
        with distributed.Client(arguments.scheduler) as client:
            try:
                run(client, arguments.program, rest, lines, arguments.size, sys.stdout)
            except RuntimeError as error:
                sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
