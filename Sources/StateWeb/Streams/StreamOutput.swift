// SPDX-License-Identifier: Apache-2.0
internal import NIOCore
internal import NIOHTTPTypes

struct StreamOutput: Sendable {
    let channel: any Channel
    let unread: MemoryBudget
    let client: String

    private struct Ended: Error {}

    /// Runs `work`, and cancels it when the connection ends.
    func whileConnected(
        _ work: @escaping @Sendable () async throws -> Void
    ) async -> Result<Void, any Error> {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        channel.closeFuture.whenComplete { _ in end.finish() }
        return await withTaskGroup(of: Result<Void, any Error>.self) { group in
            group.addTask {
                do {
                    return .success(try await work())
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                for await _ in ends {}
                return .failure(Ended())
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? .failure(Ended())
        }
    }

    /// Sends bytes, and waits until the connection accepts them; throws an error if it has ended.
    func write(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        let holding = unread.enter(of: client) { [channel] in channel.close(promise: nil) }
        defer { unread.leave(holding) }
        unread.add(bytes.count, to: holding)
        try await channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer(bytes: bytes))).get()
    }
}
