// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateBridge
import SystemSupport

/// A player that this program started, and that uses the terminal while this program waits.
final class PlayerProgram {
    let pid: pid_t
    private let signals: Signals
    /// The exit status that a shell would report; `nil` while the player is running.
    private(set) var status: Int32?

    /// Starts a player that is in PATH.
    ///
    /// The player inherits all descriptors without close-on-exec.
    init(_ words: [String], signals: Signals) throws(Failure) {
        do throws(SystemError) {
            pid = try NextProgram.start(words, blocking: signals.before)
        } catch {
            let isMissing = error.code == ENOENT
            let reason =
                isMissing ? "it is not installed, or not on the PATH" : errorText(error.code)
            throw Failure(.noPlayer, "cannot start \(words[0]): \(reason)")
        }
        self.signals = signals
    }

    /// The descriptor, which is readable when ``attend()`` must be called.
    var descriptor: Int32 { signals.descriptor }

    /// Forwards signals to the player, and records its end.
    ///
    /// Signals from the terminal are not forwarded, because they also reach the player directly.
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
        status = NextProgram.shellStatus(found)
    }
}
