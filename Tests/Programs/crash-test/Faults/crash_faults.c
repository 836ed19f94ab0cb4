// SPDX-License-Identifier: Apache-2.0

// Preloaded into a daemon: lets some of its calls fail.
#define _GNU_SOURCE
#include "crash_faults.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct crash_faults *faults;
static const char *below;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("CRASH_FAULTS");
    below = getenv("CRASH_FAULTS_BELOW");
    if (below == NULL || path == NULL) return;
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void *map = mmap(NULL, sizeof *faults, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (map != MAP_FAILED) faults = map;
}

/// Whether the file is one of those meant; its path is in `path` then.
static int is_meant(int file, char path[4096]) {
    if (below == NULL) return 0;
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, 4095);
    if (length < 0) return 0;
    path[length] = 0;
    return strncmp(path, below, strlen(below)) == 0;
}

static int is_armed(int call) {
    return faults != NULL && (__atomic_load_n(&faults->calls, __ATOMIC_ACQUIRE) & call) != 0;
}

static int counts(const char *name) {
    if (faults->name[0] != 0 && fnmatch(faults->name, name, 0) != 0) return 0;
    if (__atomic_fetch_sub(&faults->spare, 1, __ATOMIC_ACQ_REL) > 0) return 0;
    if (__atomic_fetch_sub(&faults->failing, 1, __ATOMIC_ACQ_REL) <= 0) return 0;
    __atomic_fetch_add(&faults->failed, 1, __ATOMIC_ACQ_REL);
    errno = faults->error;
    return 1;
}

int crash_fails_named(int call, const char *name) {
    return is_armed(call) && counts(name);
}

int crash_fails(int call, int file) {
    if (!is_armed(call)) return 0;
    char path[4096];
    if (is_meant(file, path)) return counts(path);
    int domain = 0;
    socklen_t size = sizeof domain;
    if (getsockopt(file, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0) return 0;
    return counts(domain == AF_UNIX ? "socket:unix" : "socket:inet");
}

int crash_fails_at(int call, int directory, const char *path) {
    if (!is_armed(call)) return 0;
    char whole[8192], parent[4096];
    if (path[0] == '/' || directory == AT_FDCWD) {
        snprintf(whole, sizeof whole, "%s", path);
    } else if (is_meant(directory, parent)) {
        snprintf(whole, sizeof whole, "%s/%s", parent, path);
    } else {
        return 0;
    }
    return below != NULL && strncmp(whole, below, strlen(below)) == 0 && counts(whole);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset) {
    if (crash_fails(CRASH_WRITE, file)) {
        // A disk that fails may have written a part.
        if (count > 1) HIDDEN(pwrite64)(file, bytes, count / 2, offset);
        errno = faults->error;
        return -1;
    }
    return HIDDEN(pwrite64)(file, bytes, count, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return pwrite64(file, bytes, count, offset);
}

int fdatasync(int file) {
    return crash_fails(CRASH_SYNC, file) ? -1 : HIDDEN(fdatasync)(file);
}

int fsync(int file) {
    return crash_fails(CRASH_SYNC, file) ? -1 : HIDDEN(fsync)(file);
}

int ftruncate64(int file, off_t length) {
    return crash_fails(CRASH_TRUNCATE, file) ? -1 : HIDDEN(ftruncate64)(file, length);
}

int ftruncate(int file, off_t length) {
    return ftruncate64(file, length);
}

ssize_t write(int file, const void *bytes, size_t count) {
    return crash_fails(CRASH_STREAM_WRITE, file) ? -1 : HIDDEN(write)(file, bytes, count);
}

int mkdir(const char *path, mode_t mode) {
    return crash_fails_at(CRASH_DIRECTORY, AT_FDCWD, path) ? -1 : HIDDEN(mkdir)(path, mode);
}

int unlink(const char *path) {
    return crash_fails_at(CRASH_REMOVAL, AT_FDCWD, path) ? -1 : HIDDEN(unlink)(path);
}

int rename(const char *path, const char *target) {
    return crash_fails_at(CRASH_MOVE, AT_FDCWD, target) ? -1 : HIDDEN(rename)(path, target);
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    return crash_fails_at(CRASH_OPEN, AT_FDCWD, path) ? -1 : HIDDEN(open64)(path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    return open64(path, flags, mode);
}
