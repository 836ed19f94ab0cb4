#!/bin/sh
# Runs real players under Xvfb, on a bus of their own, with a null sink, and notes what the bridge
# makes of each: `run.sh BUILD OUT PLAYER ...`. For each player it leaves a transcript of what the player
# said in OUT, and a line for the matrix of the manual in OUT/matrix.
set -eu
build=$1 out=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$out"
for player in "$@"; do
  dir=$(mktemp -d)
  mkdir -p "$dir/run" "$dir/music" "$dir/transcripts" "$dir/home"
  chmod 700 "$dir/run"
  for track in 1 2 3; do
    ffmpeg -loglevel error -f lavfi -i "sine=frequency=$((220 * track)):duration=20" \
      -metadata title="Song $track" -metadata album=Tones -metadata track="$track" \
      "$dir/music/$track.flac"
  done
  status=0
  env -i PATH="$PATH" HOME="$dir/home" USER="${USER:-root}" LANG=C.UTF-8 \
    XDG_RUNTIME_DIR="$dir/run" XDG_CONFIG_HOME="$dir/home/config" \
    XDG_STATE_HOME="$dir/home/state" STATED_SOCKET="$dir/run/stated/io.stated" \
    STATED_RESUME_MINIMUM=0s BUILD="$build" DIR="$dir" \
    xvfb-run -a dbus-run-session -- sh "$here/one.sh" "$player" > "$dir/report" || status=$?
  sed "s|file://$dir/music|file:///music|g; s|$dir/music|/music|g" "$dir"/transcripts/*.transcript \
    > "$out/$player.transcript" 2>/dev/null || true
  cat "$dir/report"
  grep "^$player	" "$dir/report" >> "$out/matrix" || echo "$player: no result (status $status)"
  rm -rf "$dir"
done
