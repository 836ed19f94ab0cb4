// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport

struct ToolRun: Equatable {
    /// The exit status that a shell would report; 127 if the program cannot be started.
    let status: Int32
    let output: String
    let errors: String

    var firstError: String? { errors.split(separator: "\n").first.map(String.init) }
    var hasSucceeded: Bool { status == 0 }

    /// Runs a program that is in PATH; kills it at the timeout.
    static func run(_ words: [String], timeoutSeconds: Int = 20) -> ToolRun {
        var output: [Int32] = [-1, -1]
        var errors: [Int32] = [-1, -1]
        guard pipe(&output) == 0 else { return absent }
        guard pipe(&errors) == 0 else {
            for end in output { close(end) }
            return absent
        }
        for end in output + errors { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let started = try? NextProgram.start(words) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, output[1], 1)
            posix_spawn_file_actions_adddup2(&actions, errors[1], 2)
        }
        close(output[1])
        close(errors[1])
        defer {
            close(output[0])
            close(errors[0])
        }
        guard let pid = started else { return absent }
        let texts = read(output[0], errors[0], timeoutSeconds * 1_000) { kill(pid, SIGKILL) }
        return ToolRun(
            status: NextProgram.end(of: pid),
            output: String(decoding: texts.0, as: UTF8.self),
            errors: String(decoding: texts.1, as: UTF8.self)
        )
    }

    /// Runs a program on the terminal until it ends; returns the exit status that a shell would
    /// report.
    ///
    /// The given signals get their default action back, because this program may ignore them.
    static func onTerminal(_ words: [String], restoring signals: [Int32]) throws(Failure) -> Int32 {
        do throws(SystemError) {
            return NextProgram.end(of: try NextProgram.start(words, restoring: signals))
        } catch {
            let reason = errorText(error.code)
            throw Failure(.noPlayer, "cannot start \(words[0].visible): \(reason)")
        }
    }

    private static let absent = ToolRun(status: 127, output: "", errors: "")

    private static func read(
        _ output: Int32,
        _ errors: Int32,
        _ milliseconds: Int,
        late: () -> Void
    ) -> ([UInt8], [UInt8]) {
        var texts: [Int32: [UInt8]] = [output: [], errors: []]
        var open = [output, errors]
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        var left = milliseconds
        while !open.isEmpty {
            var polls = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let begin = ContinuousClock.now
            if poll(&polls, nfds_t(polls.count), Int32(clamping: max(0, left))) == 0 {
                late()
                break
            }
            left -= Int((ContinuousClock.now - begin) / .milliseconds(1))
            for ready in polls where ready.revents != 0 {
                let count = Glibc.read(ready.fd, &buffer, buffer.count)
                if count > 0 {
                    texts[ready.fd, default: []] += buffer[..<count]
                } else if count == 0 || errno != EINTR {
                    open.removeAll { $0 == ready.fd }
                }
            }
        }
        return (texts[output] ?? [], texts[errors] ?? [])
    }
}
