// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import StateBridge
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
        // Anonymous files hold any amount of output, which a pipe does not.
        let (output, errors) = (clinux_memory_file(), clinux_memory_file())
        defer {
            close(output)
            close(errors)
        }
        guard output >= 0, errors >= 0 else { return absent }
        let started = try? NextProgram.start(words) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, output, 1)
            posix_spawn_file_actions_adddup2(&actions, errors, 2)
        }
        guard let pid = started else { return absent }
        let process = ProcessWatch(pid)
        var wait = pollfd(fd: process.descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&wait, 1, Int32(timeoutSeconds * 1_000)) == 0 { kill(pid, SIGKILL) }
        return ToolRun(
            status: NextProgram.end(of: pid),
            output: text(output),
            errors: text(errors)
        )
    }

    private static let absent = ToolRun(status: 127, output: "", errors: "")

    private static func text(_ file: Int32) -> String {
        lseek(file, 0, SEEK_SET)
        return String(decoding: (try? WholeFile.read(file)) ?? [], as: UTF8.self)
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
}
