// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateProtocol
import VarlinkNIO

extension StateClientError {
    /// Creates the error for a failed call or connection.
    ///
    /// `isKnown` is true if the daemon has replied to this user before.
    init(_ error: ClientError, socket: String, isKnown: Bool = false) {
        self =
            switch error {
            case .cannotConnect(_, ENOENT), .cannotConnect(_, ENOTDIR):
                .noDaemon(socket: socket, reason: "there is no such socket")
            case .cannotConnect(_, ECONNREFUSED):
                .noDaemon(
                    socket: socket,
                    reason: Self.isSocket(socket) ? "no daemon listens there" : "it is not a socket"
                )
            case .cannotConnect(_, EACCES), .cannotConnect(_, EPERM):
                .notAllowed(
                    reason: socket == SocketPath.system
                        ? "\(socket) is not open to all users: the daemon runs without the "
                            + "setting “multi-user”, or the permissions of the socket's "
                            + "directory deny access"
                        : "\(socket) belongs to another user; leave out --socket and "
                            + "STATED_SOCKET to use your own daemon's"
                )
            case .cannotConnect(_, ENAMETOOLONG):
                .noDaemon(socket: socket, reason: "the path is longer than 107 bytes")
            case .cannotConnect(_, EAGAIN):
                .unavailable(reason: "the daemon accepts no more connections at the moment")
            // If the daemon closes a connection immediately, this may look like a failure to
            // connect.
            case .cannotConnect:
                Self.refusal(at: socket, isKnown) ?? .noDaemon(socket: socket, reason: "\(error)")
            case .closed, .failed, .notSent:
                Self.refusal(at: socket, isKnown) ?? .disconnected(reason: "\(error)")
            case .timedOut: .disconnected(reason: "\(error)")
            case .violation: .invalidReply(reason: "\(error)")
            case .reply(let name, let parameters):
                StateClientError(StateError(name: name, parameters: parameters))
            case .cancelled: .cancelled
            }
    }

    private static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    private static func refusal(at socket: String, _ isKnown: Bool) -> Self? {
        guard !isKnown, PeerCheck.rejectsThisUser(at: socket) else { return nil }
        return .notAllowed(
            reason: "the daemon at \(socket) belongs to another user, and refused the "
                + "connection: multi-user is not true in its stated.yaml(5), or a limit on "
                + "connections is reached"
        )
    }
}

extension ClientError {
    var endsConnection: Bool {
        switch self {
        case .reply: false
        case .cannotConnect, .closed, .failed, .notSent, .violation, .timedOut, .cancelled: true
        }
    }
}
