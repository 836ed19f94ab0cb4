#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# The first process of a machine in namespaces: init.sh ROOT. It mounts what a kernel's first process
# finds, and becomes the systemd below ROOT.
set -eu
root=$1
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
# What getty does to the console must not be done to /dev/null.
mknod -m 600 "$root/dev/console" c 1 3
for device in "null 1 3" "zero 1 5" "full 1 7" "random 1 8" "urandom 1 9" "tty 5 0"; do
    set -- $device
    mknod -m 666 "$root/dev/$1" c "$2" "$3"
done
ln -s /proc/self/fd "$root/dev/fd"
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
ip link set lo up
hostname box
mkdir -p "$root/old"
cd "$root"
pivot_root . old
umount -l /old
# As on a real machine, where mounts reach the namespaces of services.
mount --make-rshared /
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd \
    --log-target=journal --show-status=no </dev/null >/dev/null 2>&1
