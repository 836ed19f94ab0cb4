#!/bin/sh
# shellcheck disable=SC2317 # Functions are called through until_true.
# Drives one player through an album of three songs of 20 s; run by run.sh, on a bus of its own.
set -u
player=$1
music="$DIR/music"
song() { echo "$music/$1.flac"; }
state() { "$BUILD/statectl" get "$(song "$1")" --json 2>>"$DIR/get.log" || echo none; }
# An item that is not played any more is "none"; so is one that the daemon has not heard of.
place() { state "$1" | sed -n 's/.*"position":\([0-9.]*\).*/\1/p' | cut -d. -f1; }

# A sink that takes time as sound does: without one players run through a song at once.
pulseaudio -n --exit-idle-time=-1 --daemonize=no --load=module-null-sink \
  --load="module-native-protocol-unix auth-anonymous=1 socket=$DIR/run/pulse.sock" \
  > "$DIR/pulse.log" 2>&1 &
sound=$!
export PULSE_SERVER="unix:$DIR/run/pulse.sock"
"$BUILD/stated" > "$DIR/stated.log" 2>&1 &
daemon=$!
"$BUILD/stated-mpris" --transcripts "$DIR/transcripts" 2> "$DIR/bridge.log" &
bridge=$!

start() {
  case $player in
  audacious) audacious --headless "$@" > "$DIR/player.log" 2>&1 & ;;
  quodlibet) quodlibet --run --no-plugins --play-file="$1" > "$DIR/player.log" 2>&1 & ;;
  celluloid) celluloid --mpv-options="--ao=null --vo=null" "$@" > "$DIR/player.log" 2>&1 & ;;
  smplayer) smplayer "$@" > "$DIR/player.log" 2>&1 & ;;
  strawberry) strawberry --load "$@" > "$DIR/player.log" 2>&1 & ;;
  rhythmbox) rhythmbox "$@" > "$DIR/player.log" 2>&1 & ;;
  totem) totem "$@" > "$DIR/player.log" 2>&1 & ;;
  vlc) setpriv --reuid=nobody --clear-groups vlc -I dummy --control dbus --aout dummy "$@" > "$DIR/player.log" 2>&1 & ;;
  cmus) setsid script -qc "cmus --listen $DIR/run/cmus" /dev/null > "$DIR/player.log" 2>&1 & ;;
  *) "$player" "$@" > "$DIR/player.log" 2>&1 & ;;
  esac
  process=$!
}
prepare() {
  case $player in
  audacious)
    mkdir -p "$DIR/home/config/audacious"
    printf '[audacious]\nuse_proxy=FALSE\n[audiofile]\n' > "$DIR/home/config/audacious/config" ;;
  cmus) mkdir -p "$DIR/home/config/cmus"; echo 'set output_plugin=alsa' > "$DIR/home/config/cmus/rc" ;;
  esac
  printf 'pcm.!default { type pulse }\nctl.!default { type pulse }\n' > "$DIR/home/.asoundrc"
}
name() { busctl --user list --no-legend 2>/dev/null | sed -n 's/^\(org\.mpris\.MediaPlayer2\.[^ ]*\).*/\1/p' | head -n 1; }
call() { busctl --user call "$(name)" /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2.Player "$@" > /dev/null 2>&1; }
property() { busctl --user get-property "$(name)" /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2.Player "$1" 2> /dev/null; }
until_true() { # up to $1 seconds, until the rest succeeds
  tries=$(($1 * 5)); shift
  while [ $tries -gt 0 ]; do "$@" > /dev/null 2>&1 && return 0; sleep 0.2; tries=$((tries - 1)); done
  return 1
}
named() { [ -n "$(name)" ]; }
playing() { property PlaybackStatus | grep -q Playing; }
known() { [ "$(place "$1")" -ge "$2" ]; }
gone() { [ "$(state "$1")" = none ]; }
is() { if "$@"; then printf '\tyes'; else printf '\tno'; fi; }

bus=$DBUS_SESSION_BUS_ADDRESS
export DBUS_SESSION_BUS_ADDRESS="$bus"
prepare
start "$(song 1)" "$(song 2)" "$(song 3)"
until_true 20 named
sleep 1
playing || call Play
if ! until_true 15 playing; then
  printf '%s\tnot run: it did not begin to play\n' "$player"
  tail -n 3 "$DIR/player.log" >&2
  kill $process $bridge $daemon $sound 2> /dev/null
  exit 1
fi
followed=$(is until_true 6 known 1 2)
call Seek x 6000000; sought=$(is until_true 4 known 1 8)
call Pause; sleep 1
call Seek x 4000000; paused=$(is until_true 15 known 1 12)
call Play; sleep 1
call Next; sleep 3; at=$(place 1)
skipped=$(is [ "${at:-0}" -ge 12 ])
until_true 4 known 2 1
call Seek x 12000000; ended=$(is until_true 12 gone 2)
until_true 5 known 3 1
call Seek x 16000000; finished=$(is until_true 12 gone 3)
sleep 1
kill -9 $process 2> /dev/null
sleep 2
printf '%s%s%s%s%s%s%s\n' "$player" "$followed" "$sought" "$paused" "$skipped" "$ended" "$finished"
cat "$DIR/bridge.log" >&2
kill $bridge $daemon $sound 2> /dev/null
wait $bridge 2> /dev/null
exit 0
