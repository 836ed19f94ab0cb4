// SPDX-License-Identifier: Apache-2.0

// The report that a process leaves when a fault ends it.
#ifndef CLINUX_FAULT_H
#define CLINUX_FAULT_H

/// Writes a line to standard error before SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE or SIGABRT ends
/// the process as it would have otherwise. The line begins with `prefix`.
void clinux_report_faults(const char *prefix);

/// Appends a line to the file at `path`, too, if a fault ends the work with foreign data. `head` is
/// the beginning of the line's last fields.
void clinux_record_faults(const char *path, const char *head);

/// Says with which foreign data the process works from now on; NULL: none.
void clinux_work_with(const char *data);

/// Notes that the calling thread serves clients: its faults are not those of the work with foreign
/// data, unless a step of that work runs there.
void clinux_serve_clients(void);

/// Begins, or ends, a step of that work on the thread that serves clients.
void clinux_run_step(int begins);

#endif
