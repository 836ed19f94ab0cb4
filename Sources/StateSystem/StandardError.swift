// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The standard error stream.
package enum StandardError {
    /// Writes a text in one call, so that lines of several threads do not mix.
    ///
    /// Failures are ignored, because the program must not end if standard error cannot be written.
    package static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }

    /// Writes the reason for a failure; in the journal, the line has the priority of an error.
    ///
    /// - Parameters:
    ///   - text: The reason, in one line.
    ///   - program: The name of the program.
    package static func report(_ text: String, by program: String) {
        write("\(ServiceManager.readsJournal ? "<3>" : "")\(program): \(text)\n")
    }
}
