// SPDX-License-Identifier: Apache-2.0
#include "csqlite.h"
#include <sqlite3.h>

// Written in C, because Swift cannot call functions with a variable number of arguments.
int csqlite_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

int csqlite_keep_log_at_close(void *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
