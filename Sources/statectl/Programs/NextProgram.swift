// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A program that this one starts, or becomes.
///
/// Threads of the concurrency runtime block all signals, and a program keeps the mask of the thread
/// that started it: nothing but SIGKILL would end it, and no terminal would interrupt it.
enum NextProgram {
    /// Becomes a program that blocks no signal; returns only if that fails, with the reason.
    static func become(_ path: String, _ words: [String]) -> String {
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        execv(path, &arguments)
        return String(cString: strerror(errno))
    }

    /// Returns the attributes of a program that blocks no signal, and ignores none of those given.
    ///
    /// The caller destroys them.
    static func attributes(restoring signals: [Int32]) -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        for number in signals { sigaddset(&mask, number) }
        posix_spawnattr_setsigdefault(&attributes, &mask)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        )
        return attributes
    }
}
