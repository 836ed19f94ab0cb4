// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// The output of one connection in a turn, collected to be sent with one flush.
///
/// Its functions only return buffers to write, because writing may call back.
struct ConnectionOutput {
    /// The size in bytes above which collected output is passed to the channel.
    private static let spillBytes = 1 << 14
    /// The size in bytes above which a shared buffer is not copied into collected output.
    private static let copiedBytes = 1 << 10
    /// The largest capacity, in bytes, of a buffer that is reused.
    private static let keptBytes = 1 << 12

    private var gathered = ByteBuffer()
    /// The buffer that was flushed last, whose memory is reused once the channel has released it.
    private var flushed = ByteBuffer()
    private var hasUnflushed = false

    /// The number of bytes passed to the channel since it was opened.
    private(set) var given = 0

    /// Queues `bytes`; returns a buffer to write now and flush later, if there is one.
    mutating func append(_ bytes: [UInt8]) -> ByteBuffer? {
        if gathered.capacity == 0 {
            swap(&gathered, &flushed)
            gathered.clear()
        }
        _ = bytes.withUnsafeBytes { gathered.writeBytes($0) }
        return gathered.readableBytes > Self.spillBytes ? takeGathered() : nil
    }

    /// Queues a buffer that is shared with other connections; returns the buffers to write now, in
    /// order.
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

    /// Returns the buffer to write and flush now; `nil` if nothing is queued.
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
