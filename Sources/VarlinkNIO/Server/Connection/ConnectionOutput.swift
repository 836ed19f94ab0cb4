// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// The output of a connection in one turn, which is sent with one flush.
///
/// The functions only return the buffers to write, because writing may call this object again.
struct ConnectionOutput {
    /// The size above which collected output is passed to the channel before the flush, in bytes.
    private static let spillBytes = 1 << 14
    /// The maximum size of a shared buffer that is copied into collected output, in bytes.
    private static let copiedBytes = 1 << 10
    /// The maximum capacity of a buffer that is reused, in bytes.
    private static let keptBytes = 1 << 12

    private var gathered = ByteBuffer()
    /// The buffer that was flushed last; its memory is reused once the channel has released it.
    private var flushed = ByteBuffer()
    private var hasUnflushed = false

    /// The total number of bytes passed to the channel.
    private(set) var given = 0

    /// Adds bytes to the output; returns a buffer that must be written now, and flushed later, if
    /// there is one.
    mutating func append(_ bytes: [UInt8]) -> ByteBuffer? {
        if gathered.capacity == 0 {
            swap(&gathered, &flushed)
            gathered.clear()
        }
        _ = bytes.withUnsafeBytes { gathered.writeBytes($0) }
        return gathered.readableBytes > Self.spillBytes ? takeGathered() : nil
    }

    /// Adds a buffer that other connections also send; returns the buffers that must be written
    /// now, in order.
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

    /// Returns the buffer that must be written and flushed now; `nil` if there is no output.
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
