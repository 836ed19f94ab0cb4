// SPDX-License-Identifier: Apache-2.0
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

/// Makes SQLite not count the bytes that it allocates, because counting takes a lock that all
/// connections share. It must be called before the first connection opens; later it has no effect.
///
/// Returns SQLite's result code.
int csqlite_count_no_memory(void);

/// Makes a connection leave the write-ahead log unchanged when it closes.
///
/// Returns SQLite's result code.
int csqlite_keep_log_at_close(void *connection);

#endif
