#!/usr/bin/env python3
"""Play a match or training games in parts on the workers of a Dask cluster.

    dask_parts.py --parts 16 --into games --scheduler tcp://HOST:8786 -- \\
        match --variant english --engine name=a,depth=8 --engine name=b,depth=9 --games 2000 --openings english.txt \\
        --log match.jsonl
    millstone match report games/*/match.jsonl

    dask_parts.py --parts 16 --into games -- train --variant russian --games 200000 --rounds 1 --path training
    mkdir training && cp -r games/*/training/. training
    millstone train --variant russian --games 200000 --rounds 1 --path training         the fit and its match

What follows `--` is a command of `millstone` with an option --part. Part I of N runs in a folder of its own on a worker,
with `--part I/N`, and the files it writes are stored in INTO/I. Files that the command reads must be under the same absolute
path on all workers. A part that is stored is not run again, so the same command continues after an interruption;
the part of a worker that disappears is run again elsewhere.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import distributed


def run_part(command, part, parts):
    """Runs a part, and returns the files it wrote by their names."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*command, "--part", f"{part}/{parts}"]
        done = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip() or f"{command[0]}: exit code {done.returncode}")
        files = [path for path in Path(folder).rglob("*") if path.is_file()]
        return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def store(folder, files):
    """Writes the files of a part; the folder is there whole or not at all."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as room:
        for name, content in files.items():
            path = Path(room, "part", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        os.rename(Path(room, "part"), folder)


def main():
    parser = argparse.ArgumentParser(description="Run the parts of a `millstone` command on a Dask cluster.")
    parser.add_argument("--parts", type=int, required=True, help="the number of parts; a few for each core")
    parser.add_argument("--into", type=Path, required=True, help="the folder for the files of the parts")
    parser.add_argument("--scheduler", help="the address of the scheduler [default: a cluster on this machine]")
    parser.add_argument("--program", default="millstone", help="the engine's program on the workers")
    parser.epilog = "What follows -- is the command without `millstone` and --part."
    words = sys.argv[1:]
    dashes = words.index("--") if "--" in words else len(words)
    arguments, rest = parser.parse_args(words[:dashes]), words[dashes + 1 :]
    if not rest:
        parser.error("no command after --")
    arguments.into.mkdir(parents=True, exist_ok=True)
    missing = [part for part in range(1, arguments.parts + 1) if not (arguments.into / str(part)).exists()]
    with distributed.Client(arguments.scheduler) as client:
        command = [arguments.program, *rest]
        futures = {
            client.submit(run_part, command, part, arguments.parts, pure=False, retries=2): part for part in missing
        }
        try:
            for future, files in distributed.as_completed(futures, with_results=True):
                store(arguments.into / str(futures[future]), files)
                # Frees its memory on the worker.
                future.release()
        except RuntimeError as error:
            sys.exit(f"error: {error}")
    print(f"{arguments.parts} parts in {arguments.into}, {arguments.parts - len(missing)} of them from before")


if __name__ == "__main__":
    main()
