#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# Starts a sink that takes time as sound does, without which players run through a song at once, and
# drives one player: `one.sh PLAYER DIRECTORY BUILD`, run by run.sh.
set -u
player=$1 directory=$2 build=$3
printf 'pcm.!default { type pulse }\nctl.!default { type pulse }\n' > "$HOME/.asoundrc"
pulseaudio -n --exit-idle-time=-1 --daemonize=no --load=module-null-sink \
  --load="module-native-protocol-unix auth-anonymous=1 socket=$directory/run/pulse.sock" \
  > "$directory/pulse.log" 2>&1 &
sound=$!
export PULSE_SERVER="unix:$directory/run/pulse.sock"
# A hand-over tests the bridge, not mpv's own memory.
mkdir -p "$XDG_CONFIG_HOME/mpv"
echo no-resume-playback > "$XDG_CONFIG_HOME/mpv/mpv.conf"
/usr/bin/env python3 "$(dirname "$0")/drive.py" "$player" "$directory" "$build"
status=$?
kill $sound 2> /dev/null
exit $status
