import StateProtocol
import VarlinkNIO

extension StateClientError {
    /// What a failure of the connection means to a program.
    init(_ error: ClientError, socket: String) {
        self =
            switch error {
            case .cannotConnect:
                switch error.connectFailure {
                case .noSuchFile: .noDaemon(socket: socket, why: "there is no such socket")
                case .refused: .noDaemon(socket: socket, why: "nobody listens there")
                case .denied: .notAllowed(why: "\(socket) is not for this user")
                case .busy: .unavailable(why: "the daemon takes no more connections just now")
                case .other, nil: .noDaemon(socket: socket, why: "\(error)")
                }
            case .closed, .failed, .timedOut: .disconnected(why: "\(error)")
            case .violation: .misunderstood(why: "\(error)")
            case .reply(let name, let parameters):
                StateClientError(StateError(name: name, parameters: parameters))
            case .cancelled: .cancelled
            }
    }
}

extension ClientError {
    /// Whether the connection is of no more use.
    var endsConnection: Bool {
        switch self {
        case .reply: false
        case .cannotConnect, .closed, .failed, .violation, .timedOut, .cancelled: true
        }
    }
}
