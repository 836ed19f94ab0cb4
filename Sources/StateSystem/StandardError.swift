// SPDX-License-Identifier: Apache-2.0
import Glibc

package enum StandardError {
    /// Writes a text in one call, so that lines from different threads do not mix.
    ///
    /// Failures are ignored, because a program must not end when standard error cannot be written.
    package static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }

    /// Writes an error as one line, with the priority of an error in the journal.
    package static func report(_ text: String, by program: String) {
        write("\(ServiceManager.readsJournal ? "<3>" : "")\(program): \(text)\n")
    }
}
