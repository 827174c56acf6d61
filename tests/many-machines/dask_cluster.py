"""A Dask cluster of two workers analyses a file; one is killed in the middle. The output must be the local run's. Then
the worker that is left plays a match in parts.

    dask_cluster.py ENGINE POSITIONS EXAMPLES
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

ENGINE, POSITIONS, EXAMPLES = sys.argv[1:]
ARGUMENTS = ["--variant", "english", "--nodes", "200000"]
LIMIT = 120


def lines(text):
    """The lines of the output; only the time that a search took differs from run to run."""
    return re.sub(r'"time_ms":[0-9.]+', '"time_ms":0', text).splitlines()


def dask(*arguments):
    command = [sys.executable, "-m", "dask", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def children(process):
    """The programs that a process runs now."""
    with open(f"/proc/{process.pid}/task/{process.pid}/children") as main:
        tasks = [main.read()]
    for task in os.listdir(f"/proc/{process.pid}/task"):
        with open(f"/proc/{process.pid}/task/{task}/children") as file:
            tasks.append(file.read())
    return {int(child) for text in tasks for child in text.split()}


def kill_at_work(worker):
    """Kills a worker while its engine searches."""
    deadline = time.monotonic() + LIMIT
    while time.monotonic() < deadline:
        if engines := children(worker):
            worker.send_signal(signal.SIGKILL)
            for engine in engines:
                try:
                    os.kill(engine, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            return
        time.sleep(0.001)
    raise AssertionError("the worker has nothing to do")


def example(name, *arguments):
    command = [sys.executable, os.path.join(EXAMPLES, name), "--program", ENGINE, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def main():
    start = time.monotonic()
    local = subprocess.run(
        [ENGINE, "analyse", POSITIONS, *ARGUMENTS, "--jobs", "1"], capture_output=True, text=True, timeout=LIMIT
    )
    alone = time.monotonic() - start
    expected = lines(local.stdout)
    assert len(expected) >= 90 and any('"error"' in line for line in expected)
    with tempfile.TemporaryDirectory() as folder:
        where = os.path.join(folder, "scheduler.json")
        common = ["--scheduler-file", where]
        processes = [dask("scheduler", "--port", "0", "--no-dashboard", *common)]
        worker = ["worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", folder, *common]
        workers = [dask(*worker) for _ in range(2)]
        processes += workers
        try:
            deadline = time.monotonic() + LIMIT
            while not os.path.exists(where):
                assert time.monotonic() < deadline, "no scheduler"
                time.sleep(0.1)
            with open(where) as file:
                address = json.load(file)["address"]
            start = time.monotonic()
            client = example("dask_analyse.py", POSITIONS, "--scheduler", address, "--size", "4", "--", *ARGUMENTS)
            processes.append(client)
            # A third of the results is there: one worker is lost in the middle of a search.
            early = [client.stdout.readline() for _ in range(len(expected) // 3)]
            assert all(early) and client.poll() is None, "too late to kill a worker"
            kill_at_work(workers[0])
            assert client.poll() is None, "too late to kill a worker"
            # Not communicate(), which does not see what readline has buffered.
            watchdog = threading.Timer(LIMIT, client.kill)
            watchdog.start()
            rest = client.stdout.read()
            assert client.wait() == 0, client.returncode
            watchdog.cancel()
            together = time.monotonic() - start
            into = os.path.join(folder, "parts")
            match = ["match", "--variant", "english", "--games", "6", "--depth", "1", "--log", "log.jsonl"]
            match += ["--engine", "name=a", "--engine", "name=b"]
            played = example("dask_parts.py", "--parts", "3", "--into", into, "--scheduler", address, "--", *match)
            processes.append(played)
            said, _ = played.communicate(timeout=LIMIT)
            assert played.returncode == 0, said
            logs = [os.path.join(into, str(part), "log.jsonl") for part in (1, 2, 3)]
            report = subprocess.run([ENGINE, "match", "report", *logs], capture_output=True, text=True, timeout=LIMIT)
            assert "6 games" in report.stdout, report
        finally:
            for process in processes:
                process.kill()
                process.wait()
    found = lines("".join(early) + rest)
    for number, (ours, theirs) in enumerate(zip(expected, found), 1):
        assert ours == theirs, f"line {number} differs:\n{ours}\n{theirs}"
    assert len(found) == len(expected), f"{len(found)} results instead of {len(expected)}"
    print(
        f"Dask: {len(found)} results, equal to the local run's line by line after the loss of a worker at work "
        f"({alone:.1f} s alone, {together:.1f} s on the cluster); a match in three parts"
    )


main()
