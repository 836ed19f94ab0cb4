// SPDX-License-Identifier: Apache-2.0

/// The identity of a client, as far as it is known.
package enum ClientIdentity: Equatable, Sendable {
    /// A program of the server's user, or of root, on this machine.
    case local
    /// A signed-in browser or program, by the name of its session.
    case session(String)
    /// A podcast client or e-reader, by its identity.
    case client(String)
    /// A client that has not signed in, by its address.
    case stranger(address: String)

    /// The key under which limits count the client.
    package var key: String {
        switch self {
        case .local: "local"
        case .session(let id): "session " + id
        case .client(let name): "client " + name
        case .stranger(let address): "address " + address
        }
    }

    /// The name of the client's session; `nil` without a session.
    package var session: String? { if case .session(let id) = self { id } else { nil } }

    /// True for a program on this machine that may also use the daemon's socket.
    package var isLocal: Bool { self == .local }
}
