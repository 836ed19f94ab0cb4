// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemSupport

package enum TextFile {
    /// The maximum size of a file, in bytes.
    package static let maximumBytes = 1 << 20

    /// Returns the text of a file; invalid UTF-8 becomes U+FFFD.
    ///
    /// - Throws: ``SystemError``; its code is EFBIG if the file is larger than ``maximumBytes``.
    package static func read(_ path: String) throws(SystemError) -> String {
        let bytes = try WholeFile.read(path: path, most: maximumBytes + 1)
        guard bytes.count <= maximumBytes else {
            throw SystemError("read", path: path, code: EFBIG)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
