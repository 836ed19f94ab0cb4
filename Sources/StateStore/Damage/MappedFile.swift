// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A file's bytes, mapped into memory.
final class MappedFile {
    /// The bytes; empty if the file is empty.
    let bytes: UnsafeRawBufferPointer

    /// Maps the file at `path`; `nil` if it does not exist or cannot be read.
    init?(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        let size = Int(status.st_size)
        guard size > 0 else {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let start, start != MAP_FAILED else { return nil }
        bytes = UnsafeRawBufferPointer(start: start, count: size)
    }

    deinit {
        if let start = bytes.baseAddress {
            munmap(UnsafeMutableRawPointer(mutating: start), bytes.count)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the big-endian number in the four bytes at `offset`.
    func bigEndian32(_ offset: Int) -> UInt32 {
        UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// Returns the big-endian number in the two bytes at `offset`.
    func bigEndian16(_ offset: Int) -> Int {
        Int(UInt16(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
    }

    /// Returns the bytes of a range.
    func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self[range])
    }
}
