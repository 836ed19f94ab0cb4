package import Glibc

/// A program that a test started: its end is awaited, though not for ever.
package final class DaemonProgram {
    /// How a program ended.
    package enum Exit: Equatable {
        /// It exited with that status.
        case status(Int32)
        /// That signal killed it.
        case signal(Int32)
    }

    private let child: Child

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
        let descriptor = open(output, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw ClientSocket.Failure(what: output, code: errno) }
        defer { close(descriptor) }
        child = try Child(
            words[0],
            Array(words.dropFirst()),
            environment: environment,
            output: descriptor,
            errors: descriptor
        )
    }

    /// Its number.
    package var pid: pid_t { child.pid }

    /// Sends it a signal.
    package func signal(_ number: Int32) {
        child.signal(number)
    }

    /// Waits until it has ended.
    package func waitForExit() throws(ClientSocket.Failure) -> Exit {
        // The system tells no descriptor of an end that is not awaited, so it is asked.
        for _ in 1...ClientSocket.patience * 200 {
            if let exit { return exit }
            poll(nil, 0, 5)
        }
        throw ClientSocket.Failure(what: "end of process \(pid)", code: ETIMEDOUT)
    }

    /// Waits until a message can be read from `other`, true, or the program has ended, false.
    func waits(for other: Int32) throws(ClientSocket.Failure) -> Bool {
        var one = pollfd(fd: other, events: Int16(POLLIN), revents: 0)
        for _ in 1...ClientSocket.patience * 20 {
            if poll(&one, 1, 50) > 0 { return true }
            if exit != nil { return poll(&one, 1, 0) > 0 }
        }
        throw ClientSocket.Failure(what: "word from process \(pid)", code: ETIMEDOUT)
    }

    /// How it ended; nil: it runs.
    package var exit: Exit? {
        child.ended().map { $0 < 0 ? .signal(-$0) : .status($0) }
    }
}
