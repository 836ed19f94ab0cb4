// SPDX-License-Identifier: Apache-2.0

// Lets the crash test choose which writes of a daemon's process fail.
#ifndef CRASH_FAULTS_H
#define CRASH_FAULTS_H

#include <stdint.h>

/// The kinds of calls.
enum {
    CRASH_WRITE = 1,
    CRASH_SYNC = 2,
    CRASH_TRUNCATE = 4,
    CRASH_REMOVAL = 16,
    CRASH_MOVE = 32,
    CRASH_DIRECTORY = 64,
    CRASH_OPEN = 1 << 7,
    CRASH_READ = 1 << 8,
    CRASH_STATUS = 1 << 9,
    CRASH_LIST = 1 << 10,
    CRASH_LINK = 1 << 11,
    CRASH_LOCK = 1 << 12,
    CRASH_SPACE = 1 << 13,
    CRASH_WATCH = 1 << 14,
    CRASH_ACCEPT = 1 << 15,
    CRASH_CONNECT = 1 << 16,
    CRASH_RECEIVE = 1 << 17,
    CRASH_SEND = 1 << 18,
    CRASH_DESCRIPTOR = 1 << 19,
    CRASH_MEMORY = 1 << 20,
    CRASH_MAP = 1 << 21,
    CRASH_STREAM_WRITE = 1 << 22,
};

/// The control file, mapped by both sides. Its path is in CRASH_FAULTS, the directory whose files
/// are meant in CRASH_FAULTS_BELOW.
struct crash_faults {
    /// Which calls are meant; 0: none.
    int32_t calls;
    /// How many of those still succeed.
    int32_t spare;
    /// How many fail after that.
    int32_t failing;
    /// The errno that they fail with.
    int32_t error;
    /// How many have failed so far.
    int32_t failed;
    /// A pattern of fnmatch(3) for the file, or "socket:unix", "socket:inet" or "sqlite"; empty: any.
    char name[108];
};

/// Returns true if a call on an open file is to fail, and sets errno.
int crash_fails(int call, int file);
/// Returns true if a call on a path, relative to an open directory, is to fail, and sets errno.
int crash_fails_at(int call, int directory, const char *path);
/// Returns true if a call on a name, such as "sqlite", is to fail, and sets errno.
int crash_fails_named(int call, const char *name);

// The function that this one hides: the C library's, or that of a library preloaded after this one.
#define HIDDEN(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#endif
