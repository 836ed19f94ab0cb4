// SPDX-License-Identifier: Apache-2.0

/// The identity of a client.
package enum ClientIdentity: Equatable, Sendable {
    /// A program of the server's user, or of root, on this machine.
    case local
    /// A signed-in client, by the number of its session.
    case session(String)
    /// A podcast client, by its name.
    case client(String)
    /// A client that has not signed in, at that address.
    case stranger(address: String)

    /// The key of the client for limits.
    package var key: String {
        switch self {
        case .local: "local"
        case .session(let id): "session " + id
        case .client(let name): "client " + name
        case .stranger(let address): "address " + address
        }
    }

    /// The name of the client's session; `nil` if it has none.
    package var session: String? { if case .session(let id) = self { id } else { nil } }

    /// True for a program on this machine that may also use the daemon's socket.
    package var isLocal: Bool { self == .local }
}
