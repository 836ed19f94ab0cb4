// SPDX-License-Identifier: Apache-2.0

// Lets the crash test choose which writes of a daemon's process fail.
#ifndef CRASH_FAULTS_H
#define CRASH_FAULTS_H

#include <stdint.h>

/// The kinds of calls. Those up to CRASH_DIRECTORY are kinds of records, too.
enum {
    CRASH_WRITE = 1,
    CRASH_SYNC = 2,
    CRASH_TRUNCATE = 4,
    CRASH_CREATION = 8,
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

/// A record of the journal in CRASH_JOURNAL, by which a power cut can be played after the fact.
/// Path, old and new bytes follow it; the new bytes of a move are the new path.
struct crash_record {
    /// CRASH_WRITE, CRASH_SYNC and so on.
    uint32_t kind;
    /// How many bytes the path has.
    uint32_t path_bytes;
    /// How many bytes were there before, and are taken away.
    uint32_t old_bytes;
    /// How many bytes take their place.
    uint32_t new_bytes;
    /// Where in the file.
    uint64_t offset;
    /// The file's size before; of a sync, the journal's size when it began.
    uint64_t number;
};

#endif
