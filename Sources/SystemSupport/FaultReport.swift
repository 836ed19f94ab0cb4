// SPDX-License-Identifier: Apache-2.0
internal import CLinux

/// The report of a crash, such as a trap or an invalid memory access.
///
/// It is a line on standard error. A crash while processing a remote's data is also recorded in a
/// file, for the next process.
package enum FaultReport {
    /// Makes the process report crashes, each on a line with the given prefix.
    package static func install(prefix: String) {
        clinux_report_faults(prefix)
    }

    /// Sets the file in which crashes during the processing of a remote's data are recorded.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which the first crash creates.
    ///   - fields: The fields of a line that follow the signal and the time.
    package static func record(at path: String, fields: [String]) {
        clinux_record_faults(path, fields.joined(separator: "\t"))
    }

    /// Sets the name of the remote's data that is being processed; `nil` for none.
    package static func work(with data: String?) {
        clinux_work_with(data)
    }

    /// Marks the calling thread as one that serves clients, whose crashes are unrelated to a
    /// remote's data.
    package static func servesClients() {
        clinux_serve_clients()
    }

    /// Marks the beginning or end of a processing step on the thread that serves clients.
    package static func step(begins: Bool) {
        clinux_run_step(begins ? 1 : 0)
    }
}
