// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SystemSupport

/// The output of a connection in one turn, which is sent with one write.
///
/// The functions only return the buffers for the channel, because writing to it may call this
/// object again.
struct ConnectionOutput {
    /// The size above which collected output is passed to the channel before the flush, in bytes.
    private static let spillBytes = 1 << 14
    /// The maximum size of a shared buffer that is copied into collected output, in bytes.
    private static let copiedBytes = 1 << 10
    /// The maximum capacity of a buffer that is reused, in bytes.
    private static let keptBytes = 1 << 12

    private var gathered = ByteBuffer()
    /// True if other connections also send the collected output.
    private var isShared = false
    private var hasUnflushed = false

    /// The total number of bytes passed to the channel or the socket.
    private(set) var given = 0

    /// Adds bytes to the output; returns a buffer that must be written now, and flushed later, if
    /// there is one.
    mutating func append(_ bytes: [UInt8]) -> ByteBuffer? {
        let shared = isShared ? takeGathered() : nil
        _ = bytes.withUnsafeBytes { gathered.writeBytes($0) }
        if let shared { return shared }
        return gathered.readableBytes > Self.spillBytes ? takeGathered() : nil
    }

    /// Adds a buffer that other connections also send; returns the buffers that must be written
    /// now, in order.
    mutating func append(shared buffer: ByteBuffer) -> (first: ByteBuffer?, second: ByteBuffer?) {
        if gathered.readableBytes > 0, !isShared, buffer.readableBytes <= Self.copiedBytes {
            gathered.writeImmutableBuffer(buffer)
            return (nil, nil)
        }
        let first = gathered.readableBytes > 0 ? takeGathered() : nil
        guard hasUnflushed else {
            gathered = buffer
            isShared = true
            return (nil, nil)
        }
        given += buffer.readableBytes
        return (first, buffer)
    }

    /// Writes the output to the socket, as far as the kernel accepts it; returns true if nothing is
    /// left.
    ///
    /// The channel must have nothing to write.
    mutating func write(to socket: Int32) -> Bool {
        guard !hasUnflushed else { return false }
        guard gathered.readableBytes > 0 else { return true }
        let count = gathered.readWithUnsafeReadableBytes { UnixSocket.send(socket, $0) }
        given += count
        guard gathered.readableBytes == 0 else { return false }
        if isShared || gathered.capacity > Self.keptBytes {
            gathered = ByteBuffer()
            isShared = false
        } else {
            gathered.clear()
        }
        return true
    }

    /// Returns the buffer that must be written and flushed now; `nil` if there is no output.
    mutating func takeAll() -> ByteBuffer? {
        guard gathered.readableBytes > 0 || hasUnflushed else { return nil }
        let buffer = takeGathered()
        hasUnflushed = false
        return buffer
    }

    private mutating func takeGathered() -> ByteBuffer {
        var buffer = ByteBuffer()
        swap(&buffer, &gathered)
        given += buffer.readableBytes
        isShared = false
        hasUnflushed = true
        return buffer
    }
}
