import Glibc

/// The standard error stream.
package enum StandardError {
    /// Writes a text in one go, so that lines of several threads do not mix.
    ///
    /// A stream that cannot be written is no reason to stop: what fails is lost.
    package static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }
}
