// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A command that is measured from start to exit, one run after the other, as a person waits for
/// it.
struct Command {
    /// The program and its arguments; its output is discarded.
    var words: [String]

    /// Measures the command for a window.
    func measure(_ window: Window) throws -> Statistics {
        var statistics = Statistics()
        let begin = nanoseconds() + Int(window.warmUp * 1e9)
        let end = begin + Int(window.length * 1e9)
        var now = nanoseconds()
        while now < end {
            guard try run() == 0 else { throw Setup("\(words.joined(separator: " ")) failed") }
            let after = nanoseconds()
            if now >= begin {
                statistics.operations += 1
                statistics.latencies.record(UInt64(after - now))
            }
            now = after
        }
        statistics.seconds = window.length
        return statistics
    }

    /// Runs the command once and returns its status as from waitpid.
    @discardableResult
    func run() throws -> Int32 {
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        var pid: pid_t = 0
        guard posix_spawnp(&pid, words[0], &actions, nil, &arguments, environ) == 0 else {
            throw Setup("cannot start \(words[0])")
        }
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        return status
    }
}
