#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# Measures what the bridge itself costs while nothing is there to follow, while one player plays and
# while it is paused: `cost.sh BUILD SECONDS`. For each it prints the share of a core, by the times in
# /proc/PID/task/*/schedstat, which are finer than the ticks in stat, and the number of wake-ups.
set -eu
build=$1 seconds=$2
if [ -z "${COST_DIR:-}" ]; then
  COST_DIR=$(mktemp -d)
  trap 'rm -rf "$COST_DIR"' EXIT
  mkdir -p "$COST_DIR/run" "$COST_DIR/home/config/audacious"
  chmod 700 "$COST_DIR/run"
  printf '[audacious]\nuse_proxy=FALSE\n[audiofile]\n' > "$COST_DIR/home/config/audacious/config"
  ffmpeg -nostdin -loglevel error -f lavfi -i "sine=frequency=330:duration=3600" "$COST_DIR/talk.flac"
  env -i PATH="$PATH" HOME="$COST_DIR/home" LANG=C.UTF-8 XDG_RUNTIME_DIR="$COST_DIR/run" \
    XDG_CONFIG_HOME="$COST_DIR/home/config" XDG_STATE_HOME="$COST_DIR/home/state" \
    STATED_SOCKET="$COST_DIR/run/stated/io.stated" COST_DIR="$COST_DIR" \
    PULSE_SERVER="unix:$COST_DIR/run/pulse.sock" dbus-run-session -- sh "$0" "$build" "$seconds"
  exit
fi

pulseaudio -n --exit-idle-time=-1 --daemonize=no --load=module-null-sink \
  --load="module-native-protocol-unix auth-anonymous=1 socket=$COST_DIR/run/pulse.sock" \
  > "$COST_DIR/pulse.log" 2>&1 &
sound=$!
"$build/stated" > "$COST_DIR/stated.log" 2>&1 &
daemon=$!
"$build/stated-mpris" 2> "$COST_DIR/bridge.log" &
bridge=$!
player=
trap 'kill -9 $sound $daemon $bridge $player 2> /dev/null' EXIT

nanoseconds() { cat /proc/$bridge/task/*/schedstat | awk '{ sum += $1 } END { printf "%.0f\n", sum }'; }
wakeups() { cat /proc/$bridge/task/*/status | awk '/^voluntary/ { sum += $2 } END { print sum }'; }
ticks() { awk '{ print $14 + $15 }' /proc/$bridge/stat; }
measure() {
  # What it takes to begin is not what it takes to go on.
  sleep 12
  time=$(nanoseconds) count=$(wakeups) tick=$(ticks)
  sleep "$seconds"
  time=$(($(nanoseconds) - time)) count=$(($(wakeups) - count)) tick=$(($(ticks) - tick))
  awk -v name="$1" -v time="$time" -v count="$count" -v tick="$tick" -v seconds="$seconds" 'BEGIN {
    printf "%-10s %8.4f %% of a core  %5d wake-ups in %d s  utime+stime %d ticks\n",
      name, time / seconds / 1e7, count, seconds, tick }'
}
call() {
  busctl --user call org.mpris.MediaPlayer2.audacious /org/mpris/MediaPlayer2 \
    org.mpris.MediaPlayer2.Player "$1" > /dev/null
}

measure "no player"
audacious --headless "$COST_DIR/talk.flac" > "$COST_DIR/player.log" 2>&1 &
player=$!
measure playing
call Pause
measure paused
call Stop
measure stopped
