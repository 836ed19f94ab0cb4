#include "csqlite.h"
#include <sqlite3.h>

// Here because Swift calls no function of a variable number of arguments.
int csqlite_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
