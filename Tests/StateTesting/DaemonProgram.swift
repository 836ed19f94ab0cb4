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
    /// At its end once the program is gone, or has closed what it inherited.
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
        for _ in 1...ClientSocket.patience * 100 {
            if let exit = try ended() { return exit }
            // One that closed what it inherited, as some programs do that start others.
            if !isReadable(end, within: 1_000) { continue }
            poll(nil, 0, 10)
        }
        throw ClientSocket.Failure(what: "end of process \(pid)", code: ETIMEDOUT)
    }

    /// Waits until a message can be read from `other`, true, or the program has ended, false.
    func waits(for other: Int32) throws(ClientSocket.Failure) -> Bool {
        for _ in 1...ClientSocket.patience * 100 {
            var both = [
                pollfd(fd: other, events: Int16(POLLIN), revents: 0),
                pollfd(fd: end, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&both, 2, 1_000) > 0 else { continue }
            if both[0].revents != 0 { return true }
            if try ended() != nil { return false }
            poll(nil, 0, 10)
        }
        throw ClientSocket.Failure(what: "word from process \(pid)", code: ETIMEDOUT)
    }

    /// How it ended; nil: it runs.
    private func ended() throws(ClientSocket.Failure) -> Exit? {
        if let exit { return exit }
        var status: Int32 = 0
        let found = waitpid(pid, &status, WNOHANG)
        guard found >= 0 else { throw ClientSocket.Failure(what: "waitpid", code: errno) }
        guard found == pid else { return nil }
        exit = status & 0x7F == 0 ? .status((status >> 8) & 0xFF) : .signal(status & 0x7F)
        return exit
    }

    private func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&one, 1, milliseconds) > 0
    }
}
