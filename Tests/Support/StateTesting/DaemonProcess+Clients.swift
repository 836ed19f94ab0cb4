// SPDX-License-Identifier: Apache-2.0
@_exported public import StateTestKit
import Varlink

extension DaemonProcess {
    /// Waits until the daemon's socket accepts connections.
    package func waitForSocket() throws {
        try waitUntil("the socket accepts connections") { (try? client()) != nil }
    }

    /// Returns a new connection to the daemon.
    package func client() throws -> Client {
        try Client(socket)
    }

    /// Returns a subscription to the changes from now on.
    package func stream() throws -> ClientStream {
        let stream = try ClientStream(socket)
        _ = try stream.untilReady()
        return stream
    }

    /// Returns a subscription that goes on after a token.
    package func stream(token: String) throws -> ClientStream {
        try ClientStream(socket, ["token": .string(token)])
    }
}
