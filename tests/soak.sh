#!/usr/bin/env bash
# Plays matches for some time under bad conditions, and checks that no game is lost or counted twice:
# tests/soak.sh HOURS [MILLSTONE]. HOURS may be a fraction (0.1). Each match is of a random variant at 1+0.01; in between the
# match is killed or interrupted, its disk is full, or one of its engines is broken. Each time the match is resumed.
# Prints a line for each match and a summary; the exit code is 0 if everything held.
set -euo pipefail
hours=${1:?"usage: tests/soak.sh HOURS [MILLSTONE]"}
here=$(cd "$(dirname "$0")" && pwd)
millstone=$(realpath "${2:-${CARGO_TARGET_DIR:-$here/../target}/release/millstone}")
exec python3 - "$hours" "$millstone" "$here/tournament/stub.py" << 'EOF'
import collections, json, os, random, re, resource, shutil, signal, subprocess, sys, tempfile, time

hours, millstone, stub = float(sys.argv[1]), sys.argv[2], sys.argv[3]
end = time.monotonic() + hours * 3600
seed = int(os.environ.get("SEED", time.time()))
rng = random.Random(seed)
FAULTS = ["no-answer", "late", "illegal", "crash", "garbage", "no-newline", "twice", "chatter", "talkative"]
names = json.loads(subprocess.run([millstone, "variants", "--json"], capture_output=True, check=True).stdout)
names = [entry["name"] for entry in names["variants"]]
done = collections.Counter()
print(f"seed {seed}", flush=True)


def fail(folder, problem):
    print(f"FAILED: {problem}; the files are in {folder}")
    sys.exit(1)


def full_disk(blocks):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (blocks, resource.RLIM_INFINITY))

    return limit


def logged(folder):
    """The whole lines of the log after the first, as they are."""
    try:
        with open(f"{folder}/log", "rb") as file:
            return file.read().split(b"\n")[1:-1]
    except FileNotFoundError:
        return []


def play(folder, variant, games, broken):
    """Plays a match to its end through kills, interrupts and full disks."""
    engines = ["--engine", "name=a", "--engine", "name=b"]
    if broken:
        fault = rng.choice(FAULTS)
        when = rng.randint(1, 40)
        engines[3] = f"cmd=python3 -IS '{stub}' {fault} {when} '{millstone}',name=b"
        done[f"engine: {fault}"] += 1
    command = [millstone, "match", "--variant", variant, *engines, "--tc", "1+0.01", "--games", str(games), "--log", "log",
               "--pdn", "games.pdn", "--concurrency", "2", "--option", "Hash=1", "--max-plies", "200", "--resume"]
    before = []
    while True:
        kind = rng.choice(["kill", "interrupt", "full disk", "none", "none"])
        size = sum(map(len, before)) + rng.randint(0, 20_000) if kind == "full disk" else None
        with open(f"{folder}/out", "wb") as out, open(f"{folder}/err", "wb") as err:
            # The limit must not apply to what the shell has written for us.
            running = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE if size else out, stderr=err,
                                       preexec_fn=full_disk(size) if size else None)
            if kind in ("kill", "interrupt"):
                try:
                    running.wait(rng.uniform(0.05, 8))
                except subprocess.TimeoutExpired:
                    running.send_signal(signal.SIGKILL if kind == "kill" else signal.SIGINT)
            text = running.communicate(timeout=900)[0] or b""
        text += open(f"{folder}/out", "rb").read()
        error = open(f"{folder}/err", errors="replace").read()
        if "panicked" in error or "internal error" in error:
            fail(folder, error)
        code, after = running.returncode, logged(folder)
        done[f"run: {kind}"] += 1
        # What is in the log stays as it is.
        if after[: len(before)] != before:
            fail(folder, "a game of the log has changed")
        done["games"] += len(after) - len(before)
        # The table counts what the log has.
        counted = re.findall(rb"^\S+: (\d+) of \d+ games$", text, re.M)
        if code != -9 and counted and int(counted[-1]) != len(after):
            fail(folder, f"the table has {int(counted[-1])} games, the log {len(after)}")
        before = after
        allowed = {"kill": (-9, 0), "interrupt": (130, -2, 0), "full disk": (0, 1), "none": (0,)}[kind]
        if code not in allowed:
            fail(folder, f"exit code {code} after {kind}: {error}")
        if code == 0:
            return


def check(folder, games):
    numbers = sorted(json.loads(line)["game"] for line in logged(folder))
    if numbers != list(range(1, games + 1)):
        fail(folder, f"the log has the games {numbers}")
    text = open(f"{folder}/games.pdn").read()
    rounds = sorted(int(number) for number in re.findall(r'^\[Round "\d+\.(\d+)"\]$', text, re.M))
    if rounds != numbers:
        fail(folder, f"the PDN file has the games {rounds}")
    checked = subprocess.run([millstone, "pdn", "check", "games.pdn"], cwd=folder, capture_output=True, text=True)
    if checked.returncode != 0:
        fail(folder, checked.stdout + checked.stderr)


def left_behind(folder):
    """Engines that still run: their parent is gone, and they have the folder's processes' names."""
    time.sleep(1)
    mark = os.path.basename(folder).encode()
    count = 0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{pid}/cwd").encode().endswith(mark):
                count += 1
        except OSError:
            pass
    return count


while time.monotonic() < end:
    folder = tempfile.mkdtemp(prefix="millstone-soak-")
    variant, games = rng.choice(names), rng.choice([2, 4, 6, 10])
    broken = rng.random() < 0.4
    play(folder, variant, games, broken)
    check(folder, games)
    if left_behind(folder):
        fail(folder, "engines are left behind")
    shutil.rmtree(folder)
    done["matches"] += 1
    print(f"{variant}: {games} games{', a broken engine' if broken else ''}", flush=True)
print(f"{done['matches']} matches, {done['games']} games in {hours} hours, nothing lost or counted twice")
for name, count in sorted(done.items()):
    if ":" in name:
        print(f"  {name}: {count}")
EOF
