internal import Glibc
internal import StateSystem

/// What keeps the daemon from starting, with what to do about it.
enum StartFailure: Error, CustomStringConvertible {
    /// There is no directory for the socket, and none can be made.
    case noSocketDirectory(SystemError)

    var description: String {
        switch self {
        case .noSocketDirectory(let error):
            let isUnset = getenv("XDG_RUNTIME_DIR") == nil
            return "\(error)" + (isUnset ? "; set XDG_RUNTIME_DIR, or say where with --socket" : "")
        }
    }
}
