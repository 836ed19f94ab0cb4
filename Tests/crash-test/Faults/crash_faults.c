// Preloaded into a daemon: lets some of its writes and syncs fail, as a bad disk does.
#define _GNU_SOURCE
#include "crash_faults.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct crash_faults *faults;
static const char *below = "";

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("CRASH_FAULTS");
    const char *directory = getenv("CRASH_FAULTS_BELOW");
    if (path == NULL || directory == NULL) return;
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void *map = mmap(NULL, sizeof *faults, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (map == MAP_FAILED) return;
    below = directory;
    faults = map;
}

static int is_meant(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strncmp(path, below, strlen(below)) == 0;
}

/// Whether this call is to fail; sets errno then.
static int fails(int call, int file) {
    if (faults == NULL) return 0;
    if ((__atomic_load_n(&faults->calls, __ATOMIC_ACQUIRE) & call) == 0) return 0;
    if (!is_meant(file)) return 0;
    if (__atomic_fetch_sub(&faults->spare, 1, __ATOMIC_ACQ_REL) > 0) return 0;
    if (__atomic_fetch_sub(&faults->failing, 1, __ATOMIC_ACQ_REL) <= 0) return 0;
    __atomic_fetch_add(&faults->failed, 1, __ATOMIC_ACQ_REL);
    errno = faults->error;
    return 1;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset) {
    if (fails(CRASH_WRITE, file)) {
        // A disk that fails may have written a part.
        if (count > 1) syscall(SYS_pwrite64, file, bytes, count / 2, offset);
        errno = faults->error;
        return -1;
    }
    return syscall(SYS_pwrite64, file, bytes, count, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return pwrite64(file, bytes, count, offset);
}

int fdatasync(int file) {
    return fails(CRASH_SYNC, file) ? -1 : (int)syscall(SYS_fdatasync, file);
}

int fsync(int file) {
    return fails(CRASH_SYNC, file) ? -1 : (int)syscall(SYS_fsync, file);
}

int ftruncate64(int file, off_t length) {
    return fails(CRASH_TRUNCATE, file) ? -1 : (int)syscall(SYS_ftruncate, file, length);
}

int ftruncate(int file, off_t length) {
    return ftruncate64(file, length);
}
