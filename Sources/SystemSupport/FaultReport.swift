// SPDX-License-Identifier: Apache-2.0
internal import CLinux

/// The report of a crash of this process, such as a trap or an invalid memory access.
///
/// The report is a line on standard error. If the process crashes while it processes data of a
/// remote, the crash is also recorded in a file, for the next process.
package enum FaultReport {
    /// Makes the process report crashes; each line begins with the given prefix.
    package static func install(prefix: String) {
        clinux_report_faults(prefix)
    }

    /// Sets the file for crashes during the processing of a remote's data.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which is created by the first crash.
    ///   - fields: The fields of a line that follow the signal and the time.
    package static func record(at path: String, fields: [String]) {
        clinux_record_faults(path, fields.joined(separator: "\t"))
    }

    /// Sets the name of the remote's data that is being processed; `nil` if none is.
    package static func work(with data: String?) {
        clinux_work_with(data)
    }

    /// Marks the calling thread as one that serves clients; its crashes are not caused by a
    /// remote's data.
    package static func servesClients() {
        clinux_serve_clients()
    }

    /// Marks the beginning or the end of a step that processes a remote's data on the thread that
    /// serves clients.
    package static func step(begins: Bool) {
        clinux_run_step(begins ? 1 : 0)
    }
}
