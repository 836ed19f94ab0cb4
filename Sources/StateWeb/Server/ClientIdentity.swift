// SPDX-License-Identifier: Apache-2.0

package enum ClientIdentity: Equatable, Sendable {
    /// A program on this machine that runs as the server's user, or as root.
    case local
    /// A browser or program that has signed in, by the name of its session.
    case session(String)
    /// A podcast client or e-reader, by its ID.
    case client(String)
    /// A client that has not signed in, by its address.
    case anonymous(address: String)

    package var key: String {
        switch self {
        case .local: "local"
        case .session(let id): "session " + id
        case .client(let name): "client " + name
        case .anonymous(let address): "address " + address
        }
    }

    package var session: String? { if case .session(let id) = self { id } else { nil } }

    /// True for a program on this machine that could also use the daemon's socket.
    package var isLocal: Bool { self == .local }
}
