/// Cuts a stream of bytes into messages at their NULs.
struct MessageBuffer: Sendable {
    /// Capacity beyond this is given back once all messages are taken.
    private static let keptBytes = 1 << 14

    private let limit: Int
    /// Messages taken and not yet discarded, and what came after them.
    private(set) var bytes: [UInt8] = []
    /// Where the first message not yet taken begins.
    private var start = 0
    /// Up to where no NUL stands.
    private var scanned = 0

    /// A buffer of messages of at most `limit` bytes each, their NULs not counted.
    init(limit: Int) {
        self.limit = limit
    }

    /// Adds what came.
    mutating func append(_ more: some Sequence<UInt8>) {
        discardTaken()
        bytes.append(contentsOf: more)
    }

    /// Adds what was read into that memory.
    mutating func append(_ more: UnsafeRawBufferPointer) {
        discardTaken()
        // Copied at once; the caller keeps the memory alive for the time of the call.
        unsafe bytes.append(contentsOf: more)
    }

    /// The number of bytes that were not taken.
    var untaken: Int { bytes.count - start }

    /// Calls `body` with the bytes that were not taken.
    func withUntaken<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe body(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
    }

    /// The length of the next whole message, without its NUL; `nil` if more bytes are needed.
    mutating func nextLength() throws(ProtocolViolation) -> Int? {
        scanned = bytes.span.firstZero(in: scanned..<bytes.count)
        guard scanned - start <= limit else { throw .tooLong(limit: limit) }
        return scanned < bytes.count ? scanned - start : nil
    }

    /// The range in ``bytes`` of the next whole message, without its NUL; taken thereby.
    mutating func next() throws(ProtocolViolation) -> Range<Int>? {
        guard let length = try nextLength() else { return nil }
        guard length > 0 else { throw .empty }
        let message = start..<scanned
        scanned += 1
        start = scanned
        return message
    }

    private mutating func discardTaken() {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptBytes)
        } else if start > bytes.count / 2 {
            bytes.removeSubrange(..<start)
        } else {
            return
        }
        scanned -= start
        start = 0
    }
}
