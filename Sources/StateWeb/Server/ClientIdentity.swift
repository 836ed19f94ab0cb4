// SPDX-License-Identifier: Apache-2.0

/// The client that made a request, as far as the server knows.
package enum ClientIdentity: Equatable, Sendable {
    /// A program of the server's own user, or of root, on this machine.
    case local
    /// A client that has signed in: the number of its session.
    case session(String)
    /// A podcast client, by its name.
    case client(String)
    /// A client that has not signed in, at that address.
    case stranger(address: String)

    /// The name under which limits count the client.
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

    /// True for a program of this machine, which the daemon's socket would serve as well.
    package var isLocal: Bool { self == .local }
}
