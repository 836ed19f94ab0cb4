// SPDX-License-Identifier: Apache-2.0
import CrashModel
import CrashSystem
import Glibc
import StateModel
import StateProtocol

/// A daemon in a separate process, which is killed when this process ends.
final class DaemonProcess {
    private let number: pid_t
    private let socket: String
    private var status: Int32?
    /// The start time, in milliseconds since 1970.
    let startedAt = wallClock()

    /// Starts a program and appends its output to the file `log`.
    ///
    /// Throws a violation if an earlier one has crashed by itself, which its end does not tell: it
    /// may have been killed while it wrote its backtrace.
    init(_ arguments: [String], environment: [String: String], socket: String, log: String) throws {
        self.socket = socket
        if let fault = Self.lines(of: log).first(where: { $0.contains("fatal signal") }) {
            throw Violation("a daemon crashed: \(fault)")
        }
        let output = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw Violation("cannot write \(log)") }
        defer { close(output) }
        var words = arguments.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in words + variables { free(word) } }
        number = crash_spawn(arguments[0], &words, &variables, output)
        guard number > 0 else { throw Violation("cannot start \(arguments[0])") }
    }

    deinit {
        kill()
    }

    static func lines(of log: String) -> [String] {
        guard let log = fopen(log, "r") else { return [] }
        defer { fclose(log) }
        var lines: [String] = []
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, Int32(line.count), log) != nil {
            lines.append(line.withUnsafeBufferPointer { $0.baseAddress.map(String.init) ?? "" })
        }
        return lines
    }

    /// Waits until the daemon answers a read.
    ///
    /// - Returns: a client, and the milliseconds between the start and the first answer to a read.
    func ready() throws -> (caller: Caller, took: Int) {
        let deadline = startedAt + 60_000
        while wallClock() < deadline {
            if crash_interruptions() > 0 { throw Interrupted() }
            if let ended { throw Violation("the daemon ended by itself: status \(ended)") }
            if let caller = Caller(to: socket) {
                _ = try caller.ask(Playback.List.self, Playback.List.Parameters(limit: 1))
                return (caller, wallClock() - startedAt)
            }
            poll(nil, 0, 2)
        }
        throw Violation("the daemon does not answer within 60 s")
    }

    /// The status from waitpid; `nil` while the daemon is running.
    var ended: Int32? {
        if status == nil {
            var waitStatus: Int32 = 0
            if waitpid(number, &waitStatus, WNOHANG) == number { status = waitStatus }
        }
        return status
    }

    /// Kills the daemon at once, whatever it is doing.
    func kill() {
        guard ended == nil else { return }
        Glibc.kill(number, SIGKILL)
        var waitStatus: Int32 = 0
        waitpid(number, &waitStatus, 0)
        status = waitStatus
    }

    /// Asks the daemon to stop.
    func terminate() {
        if ended == nil { Glibc.kill(number, SIGTERM) }
    }
}
