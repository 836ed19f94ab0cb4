package import Glibc

/// A program that a test started: its end is awaited, never guessed.
package final class DaemonProgram {
    /// How a program ended.
    package enum Exit: Equatable {
        /// It exited with that status.
        case status(Int32)
        /// That signal killed it.
        case signal(Int32)
    }

    /// Its number.
    package let pid: pid_t
    /// Readable, at its end, once the program and all that it left behind are gone.
    let end: Int32
    private var exit: Exit?

    /// Starts a program; what it prints goes to `output`, which is added to.
    ///
    /// - Parameters:
    ///   - words: the program's path, and its arguments.
    ///   - environment: all of its environment.
    ///   - output: the file for standard output and standard error.
    /// - Throws: ``ClientSocket/Failure`` if it cannot be started.
    package init(
        _ words: [String],
        environment: [String: String],
        output: String
    ) throws(ClientSocket.Failure) {
        var ends: [Int32] = [-1, -1]
        // Not pipe(2): the ends must never be inherited by what another test starts just now.
        let kind = Int32(SOCK_STREAM.rawValue) | O_CLOEXEC
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw ClientSocket.Failure(what: "socketpair", code: errno)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o666)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // Far from the numbers that socket activation uses.
        posix_spawn_file_actions_adddup2(&actions, ends[1], 99)
        var pid: pid_t = 0
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for copy in arguments + variables { free(copy) } }
        let code = posix_spawn(&pid, words[0], &actions, nil, &arguments, &variables)
        close(ends[1])
        self.pid = pid
        end = ends[0]
        guard code == 0 else {
            throw ClientSocket.Failure(what: "start \(words[0])", code: code)
        }
    }

    deinit {
        if exit == nil, pid > 0 {
            Glibc.kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
        }
        close(end)
    }

    /// Sends it a signal.
    package func signal(_ number: Int32) {
        if exit == nil { Glibc.kill(pid, number) }
    }

    /// Waits until it has ended.
    package func waitForExit() throws(ClientSocket.Failure) -> Exit {
        if let exit { return exit }
        guard try isReadable(end) else {
            throw ClientSocket.Failure(what: "end of process \(pid)", code: ETIMEDOUT)
        }
        var status: Int32 = 0
        guard waitpid(pid, &status, 0) == pid else {
            throw ClientSocket.Failure(what: "waitpid", code: errno)
        }
        let ended: Exit =
            status & 0x7F == 0 ? .status((status >> 8) & 0xFF) : .signal(status & 0x7F)
        exit = ended
        return ended
    }

    /// Waits until a message can be read from `other`, true, or the program has ended, false.
    func waits(for other: Int32) throws(ClientSocket.Failure) -> Bool {
        var both = [
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
            pollfd(fd: end, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&both, 2, Int32(ClientSocket.patience * 1_000))
        guard count > 0 else {
            throw ClientSocket.Failure(what: "wait for process \(pid)", code: ETIMEDOUT)
        }
        return both[0].revents != 0
    }

    private func isReadable(_ descriptor: Int32) throws(ClientSocket.Failure) -> Bool {
        var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&one, 1, Int32(ClientSocket.patience * 1_000)) > 0
    }
}
