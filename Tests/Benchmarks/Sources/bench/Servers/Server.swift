// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A server that is measured: a process that listens on a Unix socket.
protocol Server: AnyObject {
    /// The name in tables.
    var name: String { get }
    /// The protocol.
    var connection: any BenchConnection { get }
    /// The path of the socket.
    var socket: String { get }
    /// The process.
    var process: ServerProcess { get }
}

extension Server {
    /// The CPU time that the server has used, in seconds.
    var cpu: Double { CPU.of(process.pid) }

    /// The number of bytes that the server has written to the disk.
    var written: Int { CPU.written(process.pid) }

    /// Returns a new connection to the server.
    func connect() throws -> Socket {
        guard let socket = Socket(to: socket) else { throw Setup("\(name) listens no more") }
        return socket
    }
}

/// A reason why a benchmark cannot run, with advice.
struct Setup: Error, CustomStringConvertible {
    /// The reason, for people.
    let description: String

    /// Creates the error from a text for people.
    init(_ description: String) {
        self.description = description
    }
}

/// A server's process, which is killed when this process ends.
final class ServerProcess {
    /// The process id.
    let pid: pid_t
    /// The number of turns so far, which advance the positions of items: no benchmark player jumps
    /// back.
    var turns = 0

    /// Starts a program and waits until its socket accepts connections.
    ///
    /// - Parameters:
    /// - words: the program and its arguments; the program is searched for in PATH.
    /// - folder: the directory of its log, which holds its output.
    /// - socket: the path of its socket.
    /// - Throws: ``Setup`` if it does not listen.
    init(_ words: [String], folder: String, socket: String) throws {
        // If this process dies first, the server is killed too.
        let words = ["setpriv", "--pdeathsig", "KILL", "--"] + words
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let log = folder + "/log"
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var pid: pid_t = 0
        guard posix_spawnp(&pid, words[0], &actions, nil, &arguments, environ) == 0 else {
            throw Setup("cannot start \(words[0]), of util-linux")
        }
        self.pid = pid
        let deadline = nanoseconds() + 60_000_000_000
        while Socket(to: socket) == nil {
            guard nanoseconds() < deadline, waitpid(pid, nil, WNOHANG) == 0 else {
                throw Setup("\(words[4]) does not listen: is it installed? \(log) may say more")
            }
            usleep(500)
        }
    }

    /// Ends the process with a signal and waits for it.
    func end(_ signal: Int32 = SIGTERM) {
        guard !isOver else { return }
        isOver = true
        kill(pid, signal)
        waitpid(pid, nil, 0)
    }

    private var isOver = false

    deinit {
        end(SIGKILL)
    }
}
