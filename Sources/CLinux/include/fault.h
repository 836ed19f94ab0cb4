// SPDX-License-Identifier: Apache-2.0

// The report that a process writes when a fault ends it.
#ifndef CLINUX_FAULT_H
#define CLINUX_FAULT_H

/// Makes the process write a line to standard error before SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE
/// or SIGABRT ends it as it would otherwise. The line begins with `prefix`.
void clinux_report_faults(const char *prefix);

/// Makes a fault that ends the processing of foreign data also append a line to the file at `path`.
/// `head` is the beginning of the line's last fields.
void clinux_record_faults(const char *path, const char *head);

/// Sets the name of the foreign data that the process is working on; NULL for none.
void clinux_work_with(const char *data);

/// Marks the calling thread as one that serves clients. Its faults are not attributed to foreign
/// data, unless a processing step runs on it.
void clinux_serve_clients(void);

/// Marks the beginning or the end of a processing step on the thread that serves clients.
void clinux_run_step(int begins);

#endif
