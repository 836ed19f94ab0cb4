// SPDX-License-Identifier: Apache-2.0
#ifndef STATE_TEST_MACHINE_H
#define STATE_TEST_MACHINE_H

#include <stdint.h>

// The machine of a program that the library is preloaded into: a clock that a test moves, and a disk
// whose power it cuts.
//
// STATE_TEST_CLOCK has the path of a file of 8 bytes: the nanoseconds, an integer in the machine's
// order, by which the program's clocks are ahead. Whoever writes the file moves wall clock,
// CLOCK_BOOTTIME and CLOCK_MONOTONIC alike, as passing time does. Timers of timerfd_create(2) follow.
// Timeouts of poll(2) and of condition variables do not.
//
// STATE_TEST_DISK has the path of a journal, to which each change of a file in the directory
// STATE_TEST_DISK_BELOW is appended, and each sync: creations, writes, truncations, new names and
// removals. Standard output and standard error are no part of it, nor is a file mapped into memory.

/// The kinds of records.
enum {
    STATE_TEST_WRITE = 1,
    STATE_TEST_SYNC,
    STATE_TEST_TRUNCATION,
    STATE_TEST_CREATION,
    STATE_TEST_DIRECTORY,
    STATE_TEST_REMOVAL,
    STATE_TEST_MOVE,
    STATE_TEST_LINK,
};

/// A record of the journal. The path follows it, and then the written bytes or the new path.
struct state_test_record {
    uint32_t kind;
    uint32_t path_bytes;
    uint64_t bytes;
    /// The offset of a write, the new size of a truncated file, or the journal's size when a sync began.
    uint64_t number;
};

#endif
