import Glibc

/// Something that is measured: a process that listens on a Unix socket.
protocol Server: AnyObject {
    /// Its name in tables.
    var name: String { get }
    /// What it speaks.
    var wire: any Wire { get }
    /// Where it listens.
    var socket: String { get }
    /// The process.
    var process: ServerProcess { get }
}

extension Server {
    /// CPU time that it has used, in seconds.
    var cpu: Double { CPU.of(process.pid) }

    /// A connection to it.
    func connect() throws -> Socket {
        guard let socket = Socket(to: socket) else { throw Setup("\(name) listens no more") }
        return socket
    }
}

/// A benchmark that can't be run, and what to do about it.
struct Setup: Error, CustomStringConvertible {
    let description: String

    /// The error, for people.
    init(_ description: String) {
        self.description = description
    }
}

/// A server's process, which dies with ours.
final class ServerProcess {
    /// Its number.
    let pid: pid_t
    /// How far the positions of its items have come: no player of a benchmark jumps back.
    var turns = 0

    /// Starts a program, its output in a file, and waits until its socket takes connections.
    ///
    /// - Parameters:
    ///   - words: the program and its arguments; it is looked for in PATH.
    ///   - folder: where its log goes.
    ///   - socket: where it will listen.
    /// - Throws: ``Setup``, where it does not come to listen.
    init(_ words: [String], folder: String, socket: String) throws {
        // Should we die first, so does it.
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

    /// Ends it, at once or by asking.
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
