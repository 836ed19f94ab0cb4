// SPDX-License-Identifier: Apache-2.0
internal import NIOCore
internal import NIOHTTPTypes

/// The body of a response that has no end of its own; its head was written before.
struct StreamOutput: Sendable {
    /// The connection.
    let channel: any Channel

    /// Sends bytes, and waits until the connection has taken them.
    ///
    /// - Throws: an error if the connection has ended.
    func write(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        try await channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer(bytes: bytes))).get()
    }
}
