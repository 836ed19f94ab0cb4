internal import CLinux
import Glibc

/// Who listens on a socket, as one sees it who would come in.
package enum Gate {
    /// How long somebody may take to turn a newcomer away, in milliseconds.
    private static let patience: Int32 = 500

    /// Whether it is another user who listens on `path`, and ends a connection on which nothing has
    /// been said yet: so servers turn away who is not meant to come in.
    ///
    /// A server that merely went away can't be connected to, and one that serves this user waits for
    /// a call.
    package static func turnsAway(at path: String) -> Bool {
        do throws(SystemError) {
            let connection = try UnixSocket.connect(to: path)
            return isAnothers(connection.number) && isCut(connection.number)
        } catch {
            return false
        }
    }

    private static func isAnothers(_ connection: Int32) -> Bool {
        var user: UInt32 = 0
        var group: UInt32 = 0
        var process: Int32 = 0
        let failure = clinux_peer_credentials(connection, &user, &group, &process)
        return failure == 0 && user != geteuid()
    }

    private static func isCut(_ connection: Int32) -> Bool {
        var poll = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, patience) == 1 else { return false }
        var byte: UInt8 = 0
        return recv(connection, &byte, 1, Int32(MSG_DONTWAIT)) <= 0
    }
}
