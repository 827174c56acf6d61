#!/bin/bash
# The examples for many machines, on this one: a Dask cluster of two workers that loses one of them, the script for Slurm's
# arrays as Slurm starts it, and GNU parallel if it is installed. Each output must be that of one local run.
#   tests/many-machines/run.sh PATH-OF-THE-ENGINE
set -euo pipefail
engine=$(realpath "${1:?the path of the engine}")
here=$(dirname "$(realpath "$0")")
examples=$here/../../examples/many-machines
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
. "$here/../python-env.sh"
mkdir "$room/bin"
ln -s "$engine" "$room/bin/millstone"
export PATH=$room/bin:$PATH
start=$SECONDS

# Positions of real games, with blank lines, comments and an error between them.
"$engine" pdn final --positions "$here/../pdn/games/english.pdn" > "$room/positions.txt"
sed -i '20i # a comment\n\n\nnot a position' "$room/positions.txt"
search=(--variant english --nodes 200000)
# Times differ from run to run; everything else must not. 2 is the exit code for the line that is not a position.
plain() { sed -E 's/"time_ms":[0-9.]+/"time_ms":0/' "$@"; }
cd "$room"
expect_errors() { "$@" || [ $? = 2 ]; }
expect_errors "$engine" analyse positions.txt "${search[@]}" | plain > expected.jsonl
[ "$(wc -l < expected.jsonl)" -ge 90 ]

# Slurm: three tasks of an array, one of which is killed and started again.
task() {
    SLURM_ARRAY_TASK_ID=$1 SLURM_ARRAY_TASK_COUNT=3 SLURM_CPUS_PER_TASK=1 \
        "${@:2}" bash "$examples/analyse.sbatch" positions.txt "${search[@]}"
}
task 2 timeout --signal=KILL 0.3 > killed.log 2>&1 && { echo "too late to kill a task"; exit 1; }
for part in 1 2 3; do expect_errors task "$part" env 2> task.log; done
sort -t: -k3,3n positions.txt.*.jsonl | plain > slurm.jsonl
diff expected.jsonl slurm.jsonl
echo "Slurm: $(wc -l < slurm.jsonl) results of three tasks, one killed, equal to the local run's"

# Slurm: a match in two parts.
for part in 1 2; do
    SLURM_ARRAY_TASK_ID=$part SLURM_ARRAY_TASK_COUNT=2 SLURM_CPUS_PER_TASK=2 bash "$examples/match.sbatch" \
        --variant english --engine name=a,depth=1 --engine name=b,depth=2 --games 8 > task.log
done
"$engine" match report match.*.jsonl > report.txt
grep -q "8 games" report.txt || { cat report.txt; exit 1; }
echo "Slurm: $(grep -m 1 -o '8 games' report.txt) of a match in two parts"

if command -v parallel > /dev/null; then
    # The exit code of the one task with the error counts as a failure of that task, so that line is left out here.
    grep -v "not a position" positions.txt > right.txt
    "$engine" analyse right.txt "${search[@]}" | plain > right.jsonl
    "$examples/parallel_analyse.sh" 5 right.txt "${search[@]}" | plain > parallel.jsonl
    diff right.jsonl parallel.jsonl
    echo "GNU parallel: $(wc -l < parallel.jsonl) results of five parts, equal to the local run's"
else
    echo "SKIPPED: GNU parallel is not installed"
fi

python_env "$room/venv" distributed==2026.8.0
"$room/venv/bin/python" "$here/dask_cluster.py" "$engine" positions.txt "$examples"
echo "many machines: $((SECONDS - start)) s"
