// SPDX-License-Identifier: Apache-2.0
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

/// Makes SQLite count no bytes that it allocates, which it does under a lock that all
/// connections share. To be called before the first of them opens; later it changes nothing.
///
/// Returns SQLite's result code.
int csqlite_count_no_memory(void);

/// Makes a connection leave the write-ahead log as it is when it closes.
///
/// Returns SQLite's result code.
int csqlite_keep_log_at_close(void *connection);

#endif
