// SPDX-License-Identifier: Apache-2.0

// Preloaded into a daemon: lets some of its calls fail, and notes changes of files.
#define _GNU_SOURCE
#include "crash_faults.h"
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static struct crash_faults *faults;
static const char *below;

static pthread_mutex_t journal_lock = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;
static uint64_t journal_size;
/// Whether changes of names are noted, too, and writes without an offset.
static int names;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("CRASH_FAULTS");
    const char *writes = getenv("CRASH_JOURNAL");
    below = getenv("CRASH_FAULTS_BELOW");
    if (below == NULL) return;
    if (writes != NULL) journal = open(writes, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    names = journal >= 0 && getenv("CRASH_NAMES") != NULL;
    if (path == NULL) return;
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

/// Appends a record; the lock is held.
static void note(struct crash_record record, const char *path, const void *old, const void *new) {
    record.path_bytes = strlen(path);
    struct iovec parts[] = {
        {&record, sizeof record},
        {(void *)path, record.path_bytes},
        {(void *)old, record.old_bytes},
        {(void *)new, record.new_bytes},
    };
    ssize_t written = writev(journal, parts, 4);
    if (written > 0) journal_size += written;
}

/// Notes a change of a name; for a move, the new name is given.
static void note_name(uint32_t kind, const char *path, const char *target) {
    if (!names || strncmp(path, below, strlen(below)) != 0) return;
    struct crash_record record = {.kind = kind, .new_bytes = target == NULL ? 0 : strlen(target)};
    pthread_mutex_lock(&journal_lock);
    note(record, path, NULL, target);
    pthread_mutex_unlock(&journal_lock);
}

/// Notes what a write takes away and what it puts in its place.
static void note_write(int file, const char *path, const void *bytes, size_t count, off_t offset) {
    static char old[1 << 20];
    struct stat status;
    if (count > sizeof old || fstat(file, &status) != 0) abort();
    ssize_t had = syscall(SYS_pread64, file, old, count, offset);
    struct crash_record record = {
        .kind = CRASH_WRITE, .old_bytes = had > 0 ? had : 0, .new_bytes = count,
        .offset = offset, .number = status.st_size,
    };
    note(record, path, old, bytes);
}

static ssize_t noted_write(int file, const void *bytes, size_t count, off_t offset) {
    char path[4096];
    if (journal < 0 || !is_meant(file, path)) {
        return syscall(SYS_pwrite64, file, bytes, count, offset);
    }
    pthread_mutex_lock(&journal_lock);
    note_write(file, path, bytes, count, offset);
    ssize_t written = syscall(SYS_pwrite64, file, bytes, count, offset);
    int error = errno;
    pthread_mutex_unlock(&journal_lock);
    errno = error;
    return written;
}

static int noted_sync(long call, int file) {
    char path[4096];
    if (journal < 0 || !is_meant(file, path)) return syscall(call, file);
    pthread_mutex_lock(&journal_lock);
    // What is written from here on may miss the sync.
    struct crash_record record = {.kind = CRASH_SYNC, .number = journal_size};
    pthread_mutex_unlock(&journal_lock);
    int result = syscall(call, file);
    if (result != 0) return result;
    pthread_mutex_lock(&journal_lock);
    note(record, path, NULL, NULL);
    pthread_mutex_unlock(&journal_lock);
    return 0;
}

/// A shorter file is noted as one that lost its end: as a write of nothing.
static int noted_truncation(int file, off_t length) {
    char path[4096];
    if (journal < 0 || !is_meant(file, path)) return syscall(SYS_ftruncate, file, length);
    struct stat status;
    pthread_mutex_lock(&journal_lock);
    int result = -1;
    if (fstat(file, &status) == 0) {
        struct crash_record record = {
            .kind = CRASH_TRUNCATE, .offset = length, .number = status.st_size,
        };
        size_t lost = status.st_size > length ? status.st_size - length : 0;
        char *old = malloc(lost + 1);
        if (old == NULL) abort();
        ssize_t had = syscall(SYS_pread64, file, old, lost, length);
        record.old_bytes = had > 0 ? had : 0;
        note(record, path, old, NULL);
        free(old);
        result = syscall(SYS_ftruncate, file, length);
    }
    pthread_mutex_unlock(&journal_lock);
    return result;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset) {
    if (crash_fails(CRASH_WRITE, file)) {
        // A disk that fails may have written a part.
        if (count > 1) noted_write(file, bytes, count / 2, offset);
        errno = faults->error;
        return -1;
    }
    return noted_write(file, bytes, count, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return pwrite64(file, bytes, count, offset);
}

int fdatasync(int file) {
    return crash_fails(CRASH_SYNC, file) ? -1 : noted_sync(SYS_fdatasync, file);
}

int fsync(int file) {
    return crash_fails(CRASH_SYNC, file) ? -1 : noted_sync(SYS_fsync, file);
}

int ftruncate64(int file, off_t length) {
    return crash_fails(CRASH_TRUNCATE, file) ? -1 : noted_truncation(file, length);
}

int ftruncate(int file, off_t length) {
    return ftruncate64(file, length);
}

ssize_t write(int file, const void *bytes, size_t count) {
    char path[4096];
    if (crash_fails(CRASH_STREAM_WRITE, file)) return -1;
    if (!names || !is_meant(file, path)) return syscall(SYS_write, file, bytes, count);
    off_t offset = lseek(file, 0, SEEK_CUR);
    // A pipe has no offset, and no content that lasts.
    if (offset < 0) return syscall(SYS_write, file, bytes, count);
    ssize_t written = noted_write(file, bytes, count, offset);
    if (written > 0) lseek(file, offset + written, SEEK_SET);
    return written;
}

int mkdir(const char *path, mode_t mode) {
    if (crash_fails_at(CRASH_DIRECTORY, AT_FDCWD, path)) return -1;
    int result = syscall(SYS_mkdirat, AT_FDCWD, path, mode);
    if (result == 0) note_name(CRASH_DIRECTORY, path, NULL);
    return result;
}

int unlink(const char *path) {
    if (crash_fails_at(CRASH_REMOVAL, AT_FDCWD, path)) return -1;
    int result = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (result == 0) note_name(CRASH_REMOVAL, path, NULL);
    return result;
}

int rename(const char *path, const char *target) {
    if (crash_fails_at(CRASH_MOVE, AT_FDCWD, target)) return -1;
    int result = syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, target, 0);
    if (result == 0) note_name(CRASH_MOVE, path, target);
    return result;
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    if (crash_fails_at(CRASH_OPEN, AT_FDCWD, path)) return -1;
    int isNew = names && (flags & O_CREAT) != 0 && access(path, F_OK) != 0;
    int file = syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (isNew && file >= 0) note_name(CRASH_CREATION, path, NULL);
    return file;
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    return open64(path, flags, mode);
}
