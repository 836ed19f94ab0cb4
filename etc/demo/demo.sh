#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# A tour of stated in two panes: what you do above, what every subscriber receives below.
#
#   demo.sh         the tour, in tmux; without a terminal it prints what the panes showed
#   demo.sh tour    the upper pane (started by the above)
#
# Wants stated and statectl on the PATH, and tmux, mpv, ffmpeg.
set -eu

self=$(cd "$(dirname "$0")" && pwd)/demo.sh

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }

# Shows a command as one would type it, then runs it.
run() {
    printf '$ %s\n' "$*"
    "$@"
    sleep 0.3
}

start_daemon() {
    stated --socket "$DEMO/socket" --store "$DEMO/state.db" 2>>"$DEMO/log" &
    daemon=$!
    until statectl health >/dev/null 2>&1; do
        kill -0 "$daemon" 2>/dev/null || { cat "$DEMO/log"; exit 1; }
        sleep 0.05
    done
}

# Starts mpv without sound or picture, and waits until the daemon knows that it plays.
start_player() {
    printf '$ statectl play %s &\n' "$*"
    statectl play "$@" 2>>"$DEMO/log" &
    player=$!
    until statectl get "$talk" --json 2>/dev/null | grep -q '"status":"playing"'; do
        kill -0 "$player" 2>/dev/null || { cat "$DEMO/log"; exit 1; }
        sleep 0.05
    done
}

tour() {
    cd "$DEMO"
    daemon='' player=''
    # shellcheck disable=SC2086
    trap 'kill $daemon $player 2>/dev/null || true' EXIT
    talk=$DEMO/talk.ogg
    mkdir mpv
    printf 'ao=null\nvo=null\nterminal=no\n' >mpv/mpv.conf
    say "1. A talk of ten minutes, a daemon that remembers, and mpv, which does not know the daemon."
    ffmpeg -v error -f lavfi -i "sine=frequency=220:duration=600:sample_rate=8000" -c:a flac talk.ogg
    printf '$ stated &\n'
    start_daemon
    touch "$DEMO/started"
    sleep 0.4
    start_player --start=4:31 talk.ogg
    # Longer than a tick may wait to be stored.
    sleep 2.3
    say "2. A power failure: kill -9 for both, during playback."
    mpv=$(cat "/proc/$player/task/$player/children")
    mpv=${mpv% }
    printf '$ kill -9 %s %s\n' "$daemon" "$mpv"
    kill -9 "$daemon" "$mpv"
    wait "$daemon" "$player" 2>/dev/null || true
    sleep 0.4
    say "3. Back again."
    printf '$ stated &\n'
    start_daemon
    run statectl get "$talk"
    start_player talk.ogg
    sleep 1
    run statectl status
    say "4. Quit, and resume whatever was played last."
    kill "$player"
    wait "$player" 2>/dev/null || true
    start_player --speed=2
    sleep 1.2
    kill "$player"
    wait "$player" 2>/dev/null || true
    say "5. A mistake, and its undo."
    run statectl save "$talk" --position 0:03 --player demo
    run statectl undo "$talk"
    sleep 0.4
    kill "$daemon"
    wait "$daemon" 2>/dev/null || true
    touch "$DEMO/done"
    sleep 0.3
}

watcher() {
    until [ -e "$DEMO/started" ]; do sleep 0.05; done
    printf '$ statectl watch\n'
    exec statectl watch
}

summary() {
    cat <<'EOT'

What you saw:
 - mpv's position was reported without any change to mpv, and kill -9 of both cost at most 2 s;
 - after the restart the talk was paused where it was: nothing starts unasked;
 - mpv resumed right there, once with the file named, and once without;
 - the watcher below received each change once, and continued after the crash;
 - the position that was overwritten by mistake was in the history, and undo brought it back.
Next: `make run` for a daemon of your own, and man/statectl.1 for all that it can do.
EOT
}

main() {
    DEMO=$(mktemp -d "${TMPDIR:-/tmp}/stated-demo-XXXXXX")
    tmux="tmux -L stated-demo-$$ -f /dev/null"
    trap '$tmux kill-server 2>/dev/null || true; rm -rf "$DEMO"' EXIT
    trap 'exit 130' INT TERM
    export DEMO STATED_SOCKET="$DEMO/socket" XDG_RUNTIME_DIR="$DEMO" MPV_HOME="$DEMO/mpv"
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
