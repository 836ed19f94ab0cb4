// SPDX-License-Identifier: Apache-2.0

// The calls that change no file of the store by themselves, and can be made to fail.
#define _GNU_SOURCE
#include "crash_faults.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <unistd.h>

// MARK: Files

ssize_t pread64(int file, void *bytes, size_t count, off_t offset) {
    return crash_fails(CRASH_READ, file) ? -1 : syscall(SYS_pread64, file, bytes, count, offset);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
    return pread64(file, bytes, count, offset);
}

ssize_t read(int file, void *bytes, size_t count) {
    return crash_fails(CRASH_READ, file) ? -1 : syscall(SYS_read, file, bytes, count);
}

int openat64(int directory, const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    if (crash_fails_at(CRASH_OPEN, directory, path)) return -1;
    return HIDDEN(openat64)(directory, path, flags, mode);
}

int openat(int directory, const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    return openat64(directory, path, flags, mode);
}

int renameat(int from, const char *path, int to, const char *target) {
    if (crash_fails_at(CRASH_MOVE, to, target)) return -1;
    return HIDDEN(renameat)(from, path, to, target);
}

int renameat2(int from, const char *path, int to, const char *target, unsigned int flags) {
    if (crash_fails_at(CRASH_MOVE, to, target)) return -1;
    return HIDDEN(renameat2)(from, path, to, target, flags);
}

int linkat(int from, const char *path, int to, const char *target, int flags) {
    if (crash_fails_at(CRASH_LINK, to, target)) return -1;
    return HIDDEN(linkat)(from, path, to, target, flags);
}

int unlinkat(int directory, const char *path, int flags) {
    if (crash_fails_at(CRASH_REMOVAL, directory, path)) return -1;
    return HIDDEN(unlinkat)(directory, path, flags);
}

int mkdirat(int directory, const char *path, mode_t mode) {
    if (crash_fails_at(CRASH_DIRECTORY, directory, path)) return -1;
    return HIDDEN(mkdirat)(directory, path, mode);
}

int fstat64(int file, struct stat64 *status) {
    return crash_fails(CRASH_STATUS, file) ? -1 : HIDDEN(fstat64)(file, status);
}

int fstat(int file, struct stat *status) {
    return fstat64(file, (struct stat64 *)status);
}

int stat64(const char *path, struct stat64 *status) {
    if (crash_fails_at(CRASH_STATUS, AT_FDCWD, path)) return -1;
    return HIDDEN(stat64)(path, status);
}

int stat(const char *path, struct stat *status) {
    return stat64(path, (struct stat64 *)status);
}

int lstat(const char *path, struct stat *status) {
    return crash_fails_at(CRASH_STATUS, AT_FDCWD, path) ? -1 : HIDDEN(lstat)(path, status);
}

int fstatat(int directory, const char *path, struct stat *status, int flags) {
    if (crash_fails_at(CRASH_STATUS, directory, path)) return -1;
    return HIDDEN(fstatat)(directory, path, status, flags);
}

int statvfs(const char *path, struct statvfs *status) {
    return crash_fails_at(CRASH_SPACE, AT_FDCWD, path) ? -1 : HIDDEN(statvfs)(path, status);
}

int posix_fallocate(int file, off_t offset, off_t length) {
    if (crash_fails(CRASH_SPACE, file)) return errno;
    return HIDDEN(posix_fallocate)(file, offset, length);
}

int posix_fallocate64(int file, off64_t offset, off64_t length) {
    return posix_fallocate(file, offset, length);
}

struct dirent *readdir(DIR *directory) {
    return crash_fails(CRASH_LIST, dirfd(directory)) ? NULL : HIDDEN(readdir)(directory);
}

struct dirent64 *readdir64(DIR *directory) {
    return crash_fails(CRASH_LIST, dirfd(directory)) ? NULL : HIDDEN(readdir64)(directory);
}

int flock(int file, int operation) {
    return crash_fails(CRASH_LOCK, file) ? -1 : syscall(SYS_flock, file, operation);
}

int fcntl64(int file, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    int locks = command == F_SETLK || command == F_SETLKW;
    if (locks && crash_fails(CRASH_LOCK, file)) return -1;
    return syscall(SYS_fcntl, file, command, argument);
}

int inotify_add_watch(int file, const char *path, uint32_t mask) {
    if (crash_fails_at(CRASH_WATCH, AT_FDCWD, path)) return -1;
    return syscall(SYS_inotify_add_watch, file, path, mask);
}

// MARK: Descriptors and sockets

int accept4(int file, struct sockaddr *address, socklen_t *size, int flags) {
    return crash_fails(CRASH_ACCEPT, file) ? -1 : HIDDEN(accept4)(file, address, size, flags);
}

int connect(int file, const struct sockaddr *address, socklen_t size) {
    return crash_fails(CRASH_CONNECT, file) ? -1 : HIDDEN(connect)(file, address, size);
}

ssize_t recv(int file, void *bytes, size_t count, int flags) {
    return crash_fails(CRASH_RECEIVE, file) ? -1 : HIDDEN(recv)(file, bytes, count, flags);
}

ssize_t recvmsg(int file, struct msghdr *message, int flags) {
    return crash_fails(CRASH_RECEIVE, file) ? -1 : HIDDEN(recvmsg)(file, message, flags);
}

ssize_t send(int file, const void *bytes, size_t count, int flags) {
    return crash_fails(CRASH_SEND, file) ? -1 : HIDDEN(send)(file, bytes, count, flags);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    return crash_fails(CRASH_SEND, file) ? -1 : HIDDEN(writev)(file, parts, count);
}

int socket(int domain, int type, int protocol) {
    const char *name = domain == AF_UNIX ? "socket:unix" : "socket:inet";
    if (crash_fails_named(CRASH_DESCRIPTOR, name)) return -1;
    return syscall(SYS_socket, domain, type, protocol);
}

int bind(int file, const struct sockaddr *address, socklen_t size) {
    if (address->sa_family == AF_UNIX && crash_fails_named(CRASH_DESCRIPTOR, "bind")) return -1;
    return syscall(SYS_bind, file, address, size);
}

int epoll_create(int size) {
    if (crash_fails_named(CRASH_DESCRIPTOR, "epoll")) return -1;
    return syscall(SYS_epoll_create, size);
}

int timerfd_create(int clock, int flags) {
    if (crash_fails_named(CRASH_DESCRIPTOR, "timerfd")) return -1;
    return syscall(SYS_timerfd_create, clock, flags);
}

int eventfd(unsigned int count, int flags) {
    if (crash_fails_named(CRASH_DESCRIPTOR, "eventfd")) return -1;
    return syscall(SYS_eventfd2, count, flags);
}

int inotify_init1(int flags) {
    if (crash_fails_named(CRASH_DESCRIPTOR, "inotify")) return -1;
    return syscall(SYS_inotify_init1, flags);
}

// MARK: Memory

static uintptr_t sqlite_start, sqlite_end;

static int find_sqlite(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size, (void)context;
    if (strstr(object->dlpi_name, "libsqlite3") == NULL) return 0;
    sqlite_start = object->dlpi_addr;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        uintptr_t end = object->dlpi_addr + segment->p_vaddr + segment->p_memsz;
        if (end > sqlite_end) sqlite_end = end;
    }
    return 1;
}

__attribute__((constructor)) static void find(void) {
    dl_iterate_phdr(find_sqlite, NULL);
}

static int is_sqlite(void *caller) {
    return (uintptr_t)caller >= sqlite_start && (uintptr_t)caller < sqlite_end;
}

extern void *__libc_malloc(size_t size);
extern void *__libc_realloc(void *bytes, size_t size);

void *malloc(size_t size) {
    if (is_sqlite(__builtin_return_address(0)) && crash_fails_named(CRASH_MEMORY, "sqlite")) {
        return NULL;
    }
    return __libc_malloc(size);
}

void *realloc(void *bytes, size_t size) {
    if (is_sqlite(__builtin_return_address(0)) && crash_fails_named(CRASH_MEMORY, "sqlite")) {
        return NULL;
    }
    return __libc_realloc(bytes, size);
}

void *mmap64(void *start, size_t size, int protection, int flags, int file, off_t offset) {
    if (file >= 0 && crash_fails(CRASH_MAP, file)) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, start, size, protection, flags, file, offset);
}

void *mmap(void *start, size_t size, int protection, int flags, int file, off_t offset) {
    return mmap64(start, size, protection, flags, file, offset);
}
