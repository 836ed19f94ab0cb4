// SPDX-License-Identifier: Apache-2.0
internal import CLinux

/// Reports about crashes of this process, such as a trap or an invalid memory access.
///
/// A report is a line on standard error. If the process crashes while it processes data from a
/// remote, the crash is also recorded in a file, which the next start reads.
package enum FaultReport {
    package static func install(prefix: String) {
        clinux_report_faults(prefix)
    }

    /// Sets the file that records crashes caused by a remote's data; the first crash creates it.
    ///
    /// A record consists of the signal's name, the time, `fields` and the name of the data.
    package static func record(at path: String, fields: [String]) {
        clinux_record_faults(path, fields.joined(separator: "\t"))
    }

    /// Sets the name of the remote's data that is being processed; `nil` when processing ends.
    package static func work(with data: String?) {
        clinux_work_with(data)
    }

    /// Marks the calling thread as one that serves clients.
    ///
    /// A crash of such a thread is attributed to a remote's data only during a ``step(begins:)``.
    package static func servesClients() {
        clinux_serve_clients()
    }

    /// Marks the beginning or the end of a step in which a thread that serves clients processes a
    /// remote's data.
    package static func step(begins: Bool) {
        clinux_run_step(begins ? 1 : 0)
    }
}
