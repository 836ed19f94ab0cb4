// SPDX-License-Identifier: Apache-2.0
import Varlink
import VarlinkNIO

/// Runs `body` with a client of a peer that answers one call with `messages`, then closes.
func withPeer(
    saying messages: [String],
    isolation: isolated (any Actor)? = #isolation,
    _ body: (VarlinkClient) async throws -> Void
) async throws {
    try await withDirectory { directory in
        let path = directory + "/socket"
        let server = try await VarlinkServer.start(on: .path(path)) { transport in
            FixedAnswer(transport: transport, messages: messages)
        }
        let client = try await VarlinkClient.connect(to: path)
        do {
            try await body(client)
        } catch {
            await server.stop()
            throw error
        }
        await client.close()
        await server.stop()
    }
}

/// Answers every call with the same bytes, then closes.
private final class FixedAnswer: ServerHandler {
    private let transport: any ServerTransport
    private let bytes: [UInt8]

    init(transport: any ServerTransport, messages: [String]) {
        self.transport = transport
        bytes = messages.flatMap { Array($0.utf8) + [0] }
    }

    func opened(_ connection: ConnectionID, peer: PeerCredentials) -> Admission { .admitted }

    func received(_ call: Call, from connection: ConnectionID) -> CallDisposition {
        transport.send(bytes, to: connection)
        transport.close(connection, reason: "everything is said")
        return .next
    }

    func becameWritable(_ connection: ConnectionID) {}

    func closed(_ connection: ConnectionID) {}

    func turnEnded() {}

    func woken() {}
}
