// SPDX-License-Identifier: Apache-2.0
import Glibc
package import PlayerKit

package enum ContentFile {
    /// Returns the content key of a file as text; `nil` if it has none.
    package static func key(of path: String) -> String? { contents(of: path)?.name }

    /// Computes a content key from at most 12 short parts of a file, because a file can be large
    /// and its disk slow; `nil` if the file cannot be read, is not a regular file, or has no key.
    package static func contents(of path: String) -> ContentKey? {
        // Otherwise, opening a pipe would wait for its other end.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return ContentKey.of(size: Int(status.st_size)) { offset, count in
            var filled = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
                filled = pread(file, buffer.baseAddress, count, off_t(offset))
                size = max(0, filled)
            }
            return filled < 0 ? nil : bytes
        }
    }
}
