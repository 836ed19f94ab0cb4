#!/bin/sh
# A tour of stated in two panes: what you do above, what every subscriber hears below.
#
#   demo.sh         the tour, in tmux; without a terminal it prints what the panes showed
#   demo.sh tour    the upper pane (started by the above)
#
# Wants stated and statectl on the PATH, and tmux, ffmpeg, ffprobe.
set -eu

self=$(cd "$(dirname "$0")" && pwd)/demo.sh

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }

# Shows a command as one would type it, then runs it.
run() {
    printf '$ %s\n' "$*"
    "$@"
    sleep 0.5
}

start_daemon() {
    stated --socket "$DEMO/socket" --store "$DEMO/state.db" 2>>"$DEMO/log" &
    daemon=$!
    until statectl health >/dev/null 2>&1; do
        kill -0 "$daemon" 2>/dev/null || { cat "$DEMO/log"; exit 1; }
        sleep 0.05
    done
}

tour() {
    cd "$DEMO"
    say "1. A talk of ten minutes, and a daemon that remembers."
    ffmpeg -v error -f lavfi -i "sine=frequency=220:duration=600:sample_rate=8000" -c:a pcm_u8 talk.wav
    length=$(ffprobe -v error -show_entries format=duration -of csv=p=0 talk.wav)
    printf '$ stated &\n'
    start_daemon
    touch "$DEMO/started"
    sleep 1
    say "2. The player tells where it stands."
    run statectl save talk.wav --position 0:42 --duration "$length" --status playing --player demo
    run statectl save talk.wav --position 4:31 --duration "$length" --status playing --player demo
    say "3. The power goes: kill -9, in mid-play."
    printf '$ kill -9 %s\n' "$daemon"
    kill -9 "$daemon"
    wait "$daemon" 2>/dev/null || true
    sleep 0.7
    say "4. Back again."
    printf '$ stated &\n'
    start_daemon
    run statectl resume talk.wav --format clock
    run statectl get talk.wav
    say "5. A slip of the finger, and its undoing."
    run statectl save talk.wav --position 0:03 --player demo
    run statectl undo talk.wav
    sleep 0.7
    kill "$daemon"
    wait "$daemon" 2>/dev/null || true
    touch "$DEMO/done"
    sleep 1
}

watcher() {
    until [ -e "$DEMO/started" ]; do sleep 0.05; done
    printf '$ statectl watch\n'
    exec statectl watch
}

summary() {
    cat <<'EOT'

What you saw:
 - every save was on disk before statectl said so, so kill -9 took nothing away;
 - after the restart the talk resumed at 4:31, paused: nothing starts by itself;
 - the watcher below heard of each change once, and went on by itself after the crash;
 - the position that was overwritten by mistake was still in the history, and came back.
Next: `make run` for a daemon of your own, and man/statectl.1 for all that it can do.
EOT
}

main() {
    DEMO=$(mktemp -d "${TMPDIR:-/tmp}/stated-demo-XXXXXX")
    tmux="tmux -L stated-demo-$$ -f /dev/null"
    trap '$tmux kill-server 2>/dev/null || true; rm -rf "$DEMO"' EXIT
    trap 'exit 130' INT TERM
    export DEMO STATED_SOCKET="$DEMO/socket"
    $tmux new-session -d -x 100 -y 46 "$self tour 2>&1 | tee $DEMO/above"
    $tmux split-window -d -v -l 12 "$self watcher 2>&1 | tee $DEMO/below"
    if [ -t 1 ]; then
        $tmux attach || true
    else
        while [ ! -e "$DEMO/done" ] && $tmux has-session 2>/dev/null; do sleep 0.1; done
    fi
    if [ ! -e "$DEMO/done" ]; then
        echo "the tour did not reach its end:" >&2
        cat "$DEMO/above" "$DEMO/below" >&2
        exit 1
    fi
    if [ ! -t 1 ]; then
        cat "$DEMO/above"
        printf '\n--- meanwhile, in the second pane ---\n'
        cat "$DEMO/below"
    fi
    summary
}

case "${1:-}" in
tour) tour ;;
watcher) watcher ;;
*) main ;;
esac
