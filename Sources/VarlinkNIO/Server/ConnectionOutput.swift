import NIOCore

/// Gathers what one connection sends within a turn, so that it leaves with one flush.
///
/// It only says what to give to the channel: giving may call back into the connection.
struct ConnectionOutput {
    /// Above this the gathered bytes are given to the channel, whose water marks count them.
    private static let spillBytes = 1 << 14
    /// Above this a shared buffer is not copied behind gathered bytes.
    private static let copiedBytes = 1 << 10
    /// A buffer of at most this capacity is used again.
    private static let keptBytes = 1 << 12

    private var gathered = ByteBuffer()
    /// What was flushed last: once the channel has let go of it, its memory is used again.
    private var flushed = ByteBuffer()
    private var hasUnflushed = false

    /// Bytes that were given to the channel since it opened.
    private(set) var given = 0

    /// Queues `bytes`; what it answers is to be written now, and flushed later.
    mutating func append(_ bytes: [UInt8]) -> ByteBuffer? {
        if gathered.capacity == 0 {
            swap(&gathered, &flushed)
            gathered.clear()
        }
        _ = bytes.withUnsafeBytes { gathered.writeBytes($0) }
        return gathered.readableBytes > Self.spillBytes ? takeGathered() : nil
    }

    /// Queues a buffer that others queue too; what it answers is to be written now, in order.
    mutating func append(shared buffer: ByteBuffer) -> (first: ByteBuffer?, second: ByteBuffer?) {
        if gathered.readableBytes > 0, buffer.readableBytes <= Self.copiedBytes {
            gathered.writeImmutableBuffer(buffer)
            return (nil, nil)
        }
        let first = gathered.readableBytes > 0 ? takeGathered() : nil
        given += buffer.readableBytes
        hasUnflushed = true
        return (first, buffer)
    }

    /// What is to be written and flushed now; nil: nothing was queued since the last time.
    mutating func takeAll() -> ByteBuffer? {
        guard gathered.readableBytes > 0 || hasUnflushed else { return nil }
        let buffer = takeGathered()
        hasUnflushed = false
        if buffer.capacity <= Self.keptBytes { flushed = buffer }
        return buffer
    }

    private mutating func takeGathered() -> ByteBuffer {
        var buffer = ByteBuffer()
        swap(&buffer, &gathered)
        given += buffer.readableBytes
        hasUnflushed = true
        return buffer
    }
}
