# python_env FOLDER PACKAGE…: a throw-away Python environment with packages of PyPI. Where PyPI cannot be reached, the script
# that sources this says so and ends well; a package that cannot be installed from a PyPI that answers is a failure.
python_env() {
    python3 -m venv "$1"
    venv_pip="$1/bin/pip --quiet --disable-pip-version-check"
    shift
    if $venv_pip install "$@" 2> "$room/pip.log"; then
        return
    fi
    if $venv_pip download --no-deps --dest "$room" iniconfig 2> /dev/null; then
        cat "$room/pip.log" >&2
        exit 1
    fi
    echo "SKIPPED $0: PyPI cannot be reached, so $* cannot be installed"
    exit 0
}
