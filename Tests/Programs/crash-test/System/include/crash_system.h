// SPDX-License-Identifier: Apache-2.0

// What the crash test asks of the kernel that Swift's Glibc module leaves out.
#ifndef CRASH_SYSTEM_H
#define CRASH_SYSTEM_H

#include <sys/types.h>

/// Starts a program that dies with this process; its output goes to `output`. Returns its
/// number, or -1 with errno.
pid_t crash_spawn(const char *path, char *const arguments[], char *const environment[], int output);

/// Gives this process a table of mounts of its own: what it mounts goes when it does. Returns 0,
/// or the errno.
int crash_own_mounts(void);

/// Mounts a file system in memory of so many bytes on a directory. Returns 0, or the errno.
int crash_mount_memory(const char *directory, unsigned long bytes);

/// Takes the file system off the directory. Returns 0, or the errno.
int crash_unmount(const char *directory);

/// How often SIGINT or SIGTERM came since it was first called; they end the process no more.
int crash_interruptions(void);

#endif
