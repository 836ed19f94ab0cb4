// SPDX-License-Identifier: Apache-2.0

/// A buffer that splits a stream of bytes into messages, which end with a NUL.
struct MessageBuffer: Sendable {
    /// The capacity above which the memory is released once all messages were taken, in bytes.
    private static let keptBytes = 1 << 14

    let limit: Int
    /// The messages that were taken and not discarded, and the bytes after them.
    private(set) var bytes: [UInt8] = []
    /// The index of the first byte that was not taken.
    private(set) var start = 0
    /// The index up to which the bytes that were not taken contain no NUL.
    private(set) var scanned = 0

    mutating func append(_ more: some Sequence<UInt8>) {
        discardTaken()
        bytes.append(contentsOf: more)
    }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        discardTaken()
        // The bytes are copied immediately, and the caller keeps the memory valid during the call.
        unsafe bytes.append(contentsOf: more)
    }

    var untaken: Int { bytes.count - start }

    func withUntaken<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe body(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
    }

    /// Returns the length of the next complete message without its NUL; `nil` if more bytes are
    /// needed.
    mutating func nextLength() throws(ProtocolViolation) -> Int? {
        scanned = bytes.span.firstZero(in: scanned..<bytes.count)
        guard scanned - start <= limit else { throw .tooLong(limit: limit) }
        return scanned < bytes.count ? scanned - start : nil
    }

    /// Takes the next complete message, and returns its range in ``bytes``, without its NUL; `nil`
    /// if more bytes are needed.
    mutating func next() throws(ProtocolViolation) -> Range<Int>? {
        guard let length = try nextLength() else { return nil }
        guard length > 0 else { throw .empty }
        let message = start..<scanned
        scanned += 1
        start = scanned
        return message
    }

    /// Discards the messages that were taken if they exceed 16 KiB and the rest is not longer.
    ///
    /// Otherwise they stay in ``bytes``, because discarding them moves or copies the rest.
    mutating func releaseTaken() {
        guard start > Self.keptBytes, bytes.count - start <= start else { return }
        discardTaken()
    }

    mutating func releaseAll() {
        bytes = []
        start = 0
        scanned = 0
    }

    private mutating func discardTaken() {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptBytes)
        } else if bytes.capacity > max(Self.keptBytes, 4 * untaken), start > bytes.count / 2 {
            // A copy is made, because a shortened array keeps its memory.
            bytes = Array(bytes[start...])
        } else if start > bytes.count / 2 {
            bytes.removeSubrange(..<start)
        } else {
            return
        }
        scanned -= start
        start = 0
    }
}
