// How the crash test tells a daemon's process which of its writes are to fail.
#ifndef CRASH_FAULTS_H
#define CRASH_FAULTS_H

#include <stdint.h>

/// What can be made to fail.
enum {
    CRASH_WRITE = 1,
    CRASH_SYNC = 2,
    CRASH_TRUNCATE = 4,
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
};

#endif
