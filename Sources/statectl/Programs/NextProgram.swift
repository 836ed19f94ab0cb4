// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport

/// Functions that run other programs.
///
/// Threads of the concurrency runtime block all signals, and a program inherits the signal mask of
/// the thread that starts it. Therefore the mask is reset; otherwise only SIGKILL would end the
/// program.
enum NextProgram {
    private static var noSignals: sigset_t {
        var mask = sigset_t()
        sigemptyset(&mask)
        return mask
    }

    /// Replaces this process with a program, with no blocked signals.
    ///
    /// Returns only if that fails, with the reason.
    static func become(_ path: String, _ words: [String]) -> String {
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var none = noSignals
        pthread_sigmask(SIG_SETMASK, &none, nil)
        execv(path, &arguments)
        return errorText(errno)
    }

    /// Starts a program that is in PATH, and returns its process ID.
    ///
    /// The program inherits all descriptors without close-on-exec. The signals in `restored` get
    /// their default action back, because this program may ignore them. `prepare` adds actions on
    /// the program's descriptors.
    static func start(
        _ words: [String],
        restoring restored: [Int32] = [],
        blocking blocked: sigset_t? = nil,
        _ prepare: (inout posix_spawn_file_actions_t) -> Void = { _ in }
    ) throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        prepare(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var mask = blocked ?? noSignals
        posix_spawnattr_setsigmask(&attributes, &mask)
        var defaults = noSignals
        for number in restored { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, words[0], &actions, &attributes, &arguments, environ)
        guard code == 0 else { throw SystemError("start", path: words[0], code: code) }
        return pid
    }

    /// Waits until a program ends; returns the exit status that a shell would report.
    static func end(of pid: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return shellStatus(status)
    }

    /// Converts a status from wait(2) to the exit status that a shell would report.
    static func shellStatus(_ status: Int32) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}
