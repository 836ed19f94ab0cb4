// SPDX-License-Identifier: Apache-2.0

// Preloaded into a daemon: notes the changes of its files, by which a test simulates a power cut.
#define _GNU_SOURCE
#include "state_test_machine.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *below;
static int journal = -1;
/// Held during a change and its record, so that records have the order of the changes.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("STATE_TEST_DISK");
    below = getenv("STATE_TEST_DISK_BELOW");
    if (path == NULL || below == NULL) return;
    journal = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CLOEXEC);
    // A test without a journal would find that a power cut does no harm.
    if (journal < 0) abort();
}

// MARK: Paths

static int is_below(const char *path) {
    size_t length = strlen(below);
    return strncmp(path, below, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static int find_path(int file, char path[PATH_MAX]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return 1;
}

/// Returns true if changes of the file are noted; its path is in `path` then.
static int is_noted(int file, char path[PATH_MAX]) {
    return journal >= 0 && find_path(file, path) && is_below(path);
}

/// Finds the path of a name, which need not exist; empty if its changes are not noted.
static void find_name(int directory, const char *name, char path[PATH_MAX]) {
    path[0] = 0;
    if (journal < 0) return;
    const char *slash = strrchr(name, '/');
    const char *last = slash == NULL ? name : slash + 1;
    char parent[PATH_MAX];
    snprintf(parent, sizeof parent, "%.*s", slash == NULL ? 1 : (int)(last - name), slash == NULL ? "." : name);
    int file = syscall(SYS_openat, directory, parent, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    if (!find_path(file, parent)) parent[0] = 0;
    syscall(SYS_close, file);
    if (snprintf(path, PATH_MAX, "%s/%s", parent, last) >= PATH_MAX || !is_below(path)) path[0] = 0;
}

// MARK: Records

/// Appends a record; the lock is held.
static void note(uint32_t kind, const char *path, uint64_t number, const void *bytes, size_t count) {
    struct state_test_record record = {kind, strlen(path), count, number};
    struct iovec parts[] = {
        {&record, sizeof record}, {(void *)path, record.path_bytes}, {(void *)bytes, count},
    };
    if (syscall(SYS_writev, journal, parts, 3) < 0) abort();
}

static uint64_t journal_size(void) {
    return syscall(SYS_lseek, journal, 0, SEEK_END);
}

/// Writes at the offset or, if that is negative, where the file's own offset and flags say.
static ssize_t noted_write(const char *path, int file, const void *bytes, size_t count, off_t offset) {
    pthread_mutex_lock(&lock);
    int is_stream = offset < 0;
    if (is_stream) {
        int is_appended = (syscall(SYS_fcntl, file, F_GETFL) & O_APPEND) != 0;
        offset = syscall(SYS_lseek, file, 0, is_appended ? SEEK_END : SEEK_CUR);
    }
    ssize_t written = syscall(SYS_pwrite64, file, bytes, count, offset);
    int error = errno;
    if (is_stream && written > 0) syscall(SYS_lseek, file, offset + written, SEEK_SET);
    if (written > 0) note(STATE_TEST_WRITE, path, offset, bytes, written);
    pthread_mutex_unlock(&lock);
    errno = error;
    return written;
}

static int noted_sync(long call, int file) {
    char path[PATH_MAX];
    if (!is_noted(file, path)) return syscall(call, file);
    pthread_mutex_lock(&lock);
    // A write that begins during the sync may miss it.
    uint64_t size = journal_size();
    pthread_mutex_unlock(&lock);
    if (syscall(call, file) != 0) return -1;
    pthread_mutex_lock(&lock);
    note(STATE_TEST_SYNC, path, size, NULL, 0);
    pthread_mutex_unlock(&lock);
    return 0;
}

static int noted_truncation(int file, off_t size, int (*change)(int file, off_t size)) {
    char path[PATH_MAX];
    if (!is_noted(file, path)) return change(file, size);
    pthread_mutex_lock(&lock);
    int result = change(file, size);
    int error = errno;
    if (result == 0) note(STATE_TEST_TRUNCATION, path, size, NULL, 0);
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

// MARK: Changes

// The public functions below call none of each other: another preloaded library may hide them.

static ssize_t noted_pwrite(int file, const void *bytes, size_t count, off_t offset) {
    char path[PATH_MAX];
    if (!is_noted(file, path)) return syscall(SYS_pwrite64, file, bytes, count, offset);
    return noted_write(path, file, bytes, count, offset);
}

static ssize_t noted_stream_write(int file, const void *bytes, size_t count) {
    char path[PATH_MAX];
    int is_log = file == STDOUT_FILENO || file == STDERR_FILENO;
    if (is_log || !is_noted(file, path)) return syscall(SYS_write, file, bytes, count);
    return noted_write(path, file, bytes, count, -1);
}

static int truncate_file(int file, off_t size) {
    return syscall(SYS_ftruncate, file, size);
}

static int extend_file(int file, off_t size) {
    return syscall(SYS_fallocate, file, 0, 0, size);
}

static int noted_allocation(int file, off_t offset, off_t count) {
    struct stat status;
    if (fstat(file, &status) != 0) return errno;
    // The bytes that the file already has do not change.
    int result = offset + count <= status.st_size ? (int)syscall(SYS_fallocate, file, 0, offset, count)
                                                  : noted_truncation(file, offset + count, extend_file);
    return result == 0 ? 0 : errno;
}

static int noted_open(int directory, const char *name, int flags, mode_t mode) {
    if (journal < 0 || (flags & (O_CREAT | O_TRUNC)) == 0)
        return syscall(SYS_openat, directory, name, flags, mode);
    char path[PATH_MAX];
    pthread_mutex_lock(&lock);
    int is_new = syscall(SYS_faccessat, directory, name, F_OK) != 0;
    int file = syscall(SYS_openat, directory, name, flags, mode);
    int error = errno;
    if (file >= 0 && is_noted(file, path)) {
        if (is_new) note(STATE_TEST_CREATION, path, 0, NULL, 0);
        else if ((flags & O_TRUNC) != 0) note(STATE_TEST_TRUNCATION, path, 0, NULL, 0);
    }
    pthread_mutex_unlock(&lock);
    errno = error;
    return file;
}

/// Notes a change of a name if it succeeded, and unlocks; `target` is the new name, or empty.
static int noted_name(uint32_t kind, const char *path, const char *target, int result) {
    int error = errno;
    if (result == 0 && path[0] != 0) note(kind, path, 0, target, strlen(target));
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

static int noted_directory(int directory, const char *name, mode_t mode) {
    char path[PATH_MAX];
    find_name(directory, name, path);
    pthread_mutex_lock(&lock);
    return noted_name(STATE_TEST_DIRECTORY, path, "", syscall(SYS_mkdirat, directory, name, mode));
}

static int noted_removal(int directory, const char *name, int flags) {
    char path[PATH_MAX];
    find_name(directory, name, path);
    pthread_mutex_lock(&lock);
    return noted_name(STATE_TEST_REMOVAL, path, "", syscall(SYS_unlinkat, directory, name, flags));
}

static int noted_move(int from, const char *name, int to, const char *target, unsigned int flags) {
    char path[PATH_MAX], new_path[PATH_MAX];
    find_name(from, name, path);
    find_name(to, target, new_path);
    // Only sockets swap their names, and a power cut ends them. A file moved elsewhere is gone.
    if ((flags & RENAME_EXCHANGE) != 0) path[0] = 0;
    uint32_t kind = new_path[0] == 0 ? STATE_TEST_REMOVAL : STATE_TEST_MOVE;
    pthread_mutex_lock(&lock);
    int result = syscall(SYS_renameat2, from, name, to, target, flags);
    return noted_name(kind, path, new_path, result);
}

static int noted_link(int from, const char *name, int to, const char *target, int flags) {
    char path[PATH_MAX], new_path[PATH_MAX];
    find_name(from, name, path);
    find_name(to, target, new_path);
    if (new_path[0] == 0) path[0] = 0;
    pthread_mutex_lock(&lock);
    return noted_name(STATE_TEST_LINK, path, new_path, syscall(SYS_linkat, from, name, to, target, flags));
}

// MARK: The C library's functions

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset) {
    return noted_pwrite(file, bytes, count, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return noted_pwrite(file, bytes, count, offset);
}

ssize_t write(int file, const void *bytes, size_t count) {
    return noted_stream_write(file, bytes, count);
}

int ftruncate64(int file, off_t size) {
    return noted_truncation(file, size, truncate_file);
}

int ftruncate(int file, off_t size) {
    return noted_truncation(file, size, truncate_file);
}

int posix_fallocate(int file, off_t offset, off_t count) {
    return noted_allocation(file, offset, count);
}

int posix_fallocate64(int file, off_t offset, off_t count) {
    return noted_allocation(file, offset, count);
}

int fdatasync(int file) {
    return noted_sync(SYS_fdatasync, file);
}

int fsync(int file) {
    return noted_sync(SYS_fsync, file);
}

#define OPENED(directory, path, flags)            \
    va_list rest;                                 \
    va_start(rest, flags);                        \
    mode_t mode = va_arg(rest, mode_t);           \
    va_end(rest);                                 \
    return noted_open(directory, path, flags, mode)

int openat64(int directory, const char *path, int flags, ...) {
    OPENED(directory, path, flags);
}

int openat(int directory, const char *path, int flags, ...) {
    OPENED(directory, path, flags);
}

int open64(const char *path, int flags, ...) {
    OPENED(AT_FDCWD, path, flags);
}

int open(const char *path, int flags, ...) {
    OPENED(AT_FDCWD, path, flags);
}

int mkdirat(int directory, const char *path, mode_t mode) {
    return noted_directory(directory, path, mode);
}

int mkdir(const char *path, mode_t mode) {
    return noted_directory(AT_FDCWD, path, mode);
}

int unlinkat(int directory, const char *path, int flags) {
    return noted_removal(directory, path, flags);
}

int unlink(const char *path) {
    return noted_removal(AT_FDCWD, path, 0);
}

int rmdir(const char *path) {
    return noted_removal(AT_FDCWD, path, AT_REMOVEDIR);
}

int renameat2(int from, const char *path, int to, const char *target, unsigned int flags) {
    return noted_move(from, path, to, target, flags);
}

int renameat(int from, const char *path, int to, const char *target) {
    return noted_move(from, path, to, target, 0);
}

int rename(const char *path, const char *target) {
    return noted_move(AT_FDCWD, path, AT_FDCWD, target, 0);
}

int linkat(int from, const char *path, int to, const char *target, int flags) {
    return noted_link(from, path, to, target, flags);
}

int link(const char *path, const char *target) {
    return noted_link(AT_FDCWD, path, AT_FDCWD, target, 0);
}
