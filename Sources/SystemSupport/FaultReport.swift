// SPDX-License-Identifier: Apache-2.0
internal import CLinux

/// The report that the process leaves when a fault ends it, such as a trap or a bad access.
///
/// It is a line on standard error. If the fault came from the work with a remote's data, it is also
/// a line of a file, which the next process reads.
package enum FaultReport {
    /// Makes the process report faults from now on, each in a line that begins with `prefix`.
    package static func install(prefix: String) {
        clinux_report_faults(prefix)
    }

    /// Sets the file for faults of the work with a remote's data.
    ///
    /// - Parameters:
    ///   - path: the path of the file, which is made by the first fault.
    ///   - fields: fields of its lines, which stand behind the signal and the time.
    package static func record(at path: String, fields: [String]) {
        clinux_record_faults(path, fields.joined(separator: "\t"))
    }

    /// Sets the part of a remote's data that the process works with from now on; `nil` for none.
    package static func work(with data: String?) {
        clinux_work_with(data)
    }

    /// Notes that the calling thread serves clients, whose faults are not those of the work.
    package static func servesClients() {
        clinux_serve_clients()
    }

    /// Notes that a step of the work begins, or ends, on the thread that serves clients.
    package static func step(begins: Bool) {
        clinux_run_step(begins ? 1 : 0)
    }
}
