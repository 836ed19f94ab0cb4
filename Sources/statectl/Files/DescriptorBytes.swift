// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Uninterrupted reading and writing of descriptors.
enum DescriptorBytes {
    /// Writes bytes; returns the errno of a failure.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR, errno != EAGAIN {
                return errno
            }
        }
        return nil
    }

    /// Returns bytes up to the end, or at least `most`; `nil` on failure, with errno set.
    static func read(_ descriptor: Int32, most: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < most {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return bytes
    }
}
