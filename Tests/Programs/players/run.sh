#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# Runs real players under Xvfb, on a bus of their own, with a null sink, and notes what the bridge
# makes of each: `run.sh BUILD OUT PLAYER ...`. For each player it leaves a transcript of what the
# player said in OUT, and a line for the matrix of the manual in OUT/matrix. KEEP=1 keeps its directory;
# RECORD=1 puts the transcripts and the matrix where the tests and the manual have them.
set -eu
export PYTHONDONTWRITEBYTECODE=1
build=$1 out=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
python3 "$here/players.py" "$@" > /dev/null
missing=0
mkdir -p "$out"

# A flac file: NAME FREQUENCY SECONDS [ffmpeg options].
tone() {
  name=$1 frequency=$2 seconds=$3
  shift 3
  ffmpeg -nostdin -loglevel error -f lavfi -i "sine=frequency=$frequency:duration=$seconds" "$@" "$dir/music/$name.flac"
}

# Ends what is left of a player: all processes that have its directory in their environment.
clean() {
  for environment in /proc/[0-9]*/environ; do
    process=${environment#/proc/}
    process=${process%/environ}
    [ "$process" != $$ ] || continue
    if tr '\0' '\n' 2>/dev/null < "$environment" | grep -q "^TRIAL=$dir$"; then
      kill -9 "$process" 2>/dev/null || true
    fi
  done
}

for player in "$@"; do
  dir=$(mktemp -d)
  mkdir -p "$dir/run" "$dir/music" "$dir/transcripts" "$dir/home/config"
  chmod 700 "$dir/run"
  for track in 1 2 3; do
    tone $track $((220 * track)) 20 -metadata title="Song $track" -metadata artist=Somebody \
      -metadata album=Tones -metadata track=$track
  done
  tone talk 330 300 -metadata title=Talk
  status=0
  env -i PATH="/usr/local/bin:/usr/bin:/bin:/usr/games" HOME="$dir/home" USER="${USER:-root}" LANG=C.UTF-8 \
    XDG_RUNTIME_DIR="$dir/run" XDG_CONFIG_HOME="$dir/home/config" XDG_CACHE_HOME="$dir/home/cache" \
    XDG_DATA_HOME="$dir/home/data" XDG_STATE_HOME="$dir/home/state" \
    STATED_SOCKET="$dir/run/stated/io.stated" STATED_RESUME_MINIMUM=1m \
    NO_AT_BRIDGE=1 GDK_BACKEND=x11 LIBGL_ALWAYS_SOFTWARE=1 PYTHONDONTWRITEBYTECODE=1 TRIAL="$dir" \
    timeout "${LIMIT:-400}" xvfb-run -a -s "-screen 0 1280x800x24" dbus-run-session -- \
    sh "$here/one.sh" "$player" "$dir" "$build" > "$dir/report" || status=$?
  clean
  # The other player of a hand-over, mpv, is in there, too.
  for transcript in "$dir"/transcripts/*/*.transcript; do
    name=$(basename "$transcript" .transcript)
    part=$(basename "$(dirname "$transcript")")
    [ -e "$transcript" ] && { [ "${name%.*}" != mpv ] || [ "$player" = mpv ]; } || continue
    package=$(python3 "$here/players.py" "$player" | cut -d' ' -f1)
    version=$(dpkg-query -W -f '${Package} ${Version}' "$package")
    # What a second instance said is a transcript of its own.
    case $name in *.[0-9]) part=$part.${name##*.} ;; esac
    echo "# $version on Debian $(cut -d. -f1 /etc/debian_version): $part" > "$out/$player.$part.transcript"
    sed "s|file://$dir/music|file:///music|g; s|$dir/music|/music|g; s|http://localhost:18080|http://music.example|g" \
      "$transcript" >> "$out/$player.$part.transcript"
  done
  if [ -s "$dir/report" ]; then
    cat "$dir/report"
    grep -v "^$player	" "$out/matrix" > "$out/matrix.new" 2>/dev/null || true
    sed "s/^/$player	/" "$dir/report" >> "$out/matrix.new"
    mv "$out/matrix.new" "$out/matrix"
  else
    echo "$player: no result (status $status)"
    missing=1
  fi
  if [ -n "${KEEP:-}" ]; then echo "kept $dir"; else rm -rf "$dir"; fi
done
if [ -n "${RECORD:-}" ]; then
  cp "$out"/*.*.transcript "$here/../../Support/fixtures/players/"
  python3 "$here/matrix.py" "$out/matrix" "$here/../../../man/statectl.1"
else
  python3 "$here/matrix.py" "$out/matrix"
fi
exit $missing
