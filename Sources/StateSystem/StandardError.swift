// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The standard error stream.
package enum StandardError {
    /// Writes a text in one call, so that lines of several threads do not mix.
    ///
    /// Failures are ignored: a stream that cannot be written is no reason to stop.
    package static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }
}
