// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "crash_system.h"
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <unistd.h>

pid_t crash_spawn(const char *path, char *const arguments[], char *const environment[], int output) {
    pid_t parent = getpid();
    pid_t child = fork();
    if (child != 0) return child;
    // Nothing but async-signal-safe calls from here on.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may be gone already, and then nobody sends the signal.
    if (getppid() != parent) _exit(127);
    if (dup2(output, 1) < 0 || dup2(output, 2) < 0) _exit(127);
    execve(path, arguments, environment);
    _exit(127);
}

int crash_own_mounts(void) {
    if (unshare(CLONE_NEWNS) != 0) return errno;
    return mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 ? 0 : errno;
}

int crash_mount_memory(const char *directory, unsigned long bytes) {
    char options[64];
    snprintf(options, sizeof options, "size=%lu,mode=0700", bytes);
    return mount("crash-test", directory, "tmpfs", 0, options) == 0 ? 0 : errno;
}

int crash_unmount(const char *directory) {
    return umount2(directory, MNT_DETACH) == 0 ? 0 : errno;
}

static volatile sig_atomic_t interruptions;

static void interrupted(int number) {
    (void)number;
    interruptions++;
}

int crash_interruptions(void) {
    static int installed;
    if (!installed) {
        installed = 1;
        struct sigaction action = {.sa_handler = interrupted};
        sigaction(SIGINT, &action, NULL);
        sigaction(SIGTERM, &action, NULL);
    }
    return interruptions;
}
