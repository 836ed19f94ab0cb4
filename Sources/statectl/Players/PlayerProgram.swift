// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateBridge

/// A player that was started for a person: it has the terminal, and this program waits.
final class PlayerProgram {
    /// The process ID.
    let pid: pid_t
    private let signals: Signals
    /// The exit status as in a shell; `nil` while the player runs.
    private(set) var status: Int32?

    /// Creates a player by starting a program from the PATH.
    ///
    /// It inherits the standard streams, and all other descriptors without close-on-exec.
    init(_ words: [String], signals: Signals) throws(Failure) {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var mask = signals.before
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, words[0], nil, &attributes, &arguments, environ)
        guard code == 0 else {
            let reason =
                code == ENOENT
                ? "it is not installed, or not on the PATH" : String(cString: strerror(code))
            throw Failure(.noPlayer, "cannot start \(words[0]): \(reason)")
        }
        self.pid = pid
        self.signals = signals
    }

    /// A descriptor that is readable when ``attend()`` has work.
    var descriptor: Int32 { signals.descriptor }

    /// Forwards the signals that are meant for the player, and records its end.
    ///
    /// Signals from the terminal reach the player directly.
    func attend() {
        while let signal = signals.next() {
            if signal.number == SIGCHLD {
                learn()
            } else if signal.isForUs, status == nil {
                kill(pid, signal.number)
            }
        }
    }

    private func learn() {
        var found: Int32 = 0
        guard status == nil, waitpid(pid, &found, WNOHANG) == pid else { return }
        let signal = found & 0x7F
        status = signal == 0 ? found >> 8 & 0xFF : 128 + signal
    }
}
