// SPDX-License-Identifier: Apache-2.0
package import Glibc
internal import Synchronization
package import SystemSupport

/// A child process of a test.
///
/// Its end is detected with waitpid(2), not by a closed pipe: a program that another test started
/// at the same moment may have inherited the pipe.
package final class Child: Sendable {
    package let pid: pid_t
    private let status = Mutex<Int32?>(nil)

    /// Starts a program.
    ///
    /// If the environment, the output or the errors are `nil`, the program inherits those of the
    /// test; if the input is `nil`, it reads /dev/null.
    package init(
        _ path: String,
        _ arguments: [String],
        environment: [String: String]? = nil,
        input: Int32? = nil,
        output: Int32? = nil,
        errors: Int32? = nil
    ) throws(SystemError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
        if let errors { posix_spawn_file_actions_adddup2(&actions, errors, 2) }
        // The program must not inherit the descriptors of other tests. Closing a descriptor that is
        // not open does no harm.
        for descriptor in 3..<Int32(4_096) {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var variables = (environment ?? [:]).map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for copy in words + variables { free(copy) } }
        var attributes = Self.attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        var pid: pid_t = 0
        let code =
            environment == nil
            ? posix_spawn(&pid, path, &actions, &attributes, &words, environ)
            : posix_spawn(&pid, path, &actions, &attributes, &words, &variables)
        guard code == 0 else { throw SystemError("start \(path)", code: code) }
        self.pid = pid
    }

    /// Returns attributes that unblock all signals, and reset the handlers of SIGINT and SIGQUIT.
    ///
    /// The program would otherwise inherit the blocked signals of a test's thread, and these two
    /// signals would be ignored in a background job of a shell.
    private static func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var interruptions = none
        sigaddset(&interruptions, SIGINT)
        sigaddset(&interruptions, SIGQUIT)
        posix_spawnattr_setsigdefault(&attributes, &interruptions)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return attributes
    }

    deinit {
        if status.withLock({ $0 }) == nil {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
        }
    }

    /// Sends a signal, unless the program is known to have ended.
    package func signal(_ number: Int32) {
        status.withLock { if $0 == nil { kill(pid, number) } }
    }

    /// Returns the exit status, or the negative number of the signal that ended the program; `nil`
    /// while the program is running.
    package func ended() -> Int32? {
        status.withLock { status in
            var found: Int32 = 0
            if status == nil, waitpid(pid, &found, WNOHANG) == pid { status = Self.exit(found) }
            return status
        }
    }

    private static func exit(_ status: Int32) -> Int32 {
        status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }

    /// Blocks the thread until the program ends; returns its exit as ``ended()`` does.
    package func wait() -> Int32 {
        if let known = status.withLock({ $0 }) { return known }
        var found: Int32 = 0
        while waitpid(pid, &found, 0) < 0, errno == EINTR {}
        let exit = Self.exit(found)
        status.withLock { $0 = exit }
        return exit
    }
}
