// SPDX-License-Identifier: Apache-2.0
package import CLinux
import Glibc

/// The signals that end a program, and those about child processes, received as events.
///
/// Create the object before any other thread starts. Otherwise the kernel delivers a signal to a
/// thread that does not block it.
package final class Signals {
    package struct Arrival {
        package let number: Int32
        /// True if a process sent the signal; false if the kernel did, for example after Ctrl-C in
        /// a terminal.
        package let isForUs: Bool
    }

    /// The descriptor, which is readable when a signal is pending.
    package let descriptor: Int32
    /// The previous signal mask, for child processes.
    package let before: sigset_t

    /// Blocks the signals in this thread, and in all threads that this thread starts afterwards.
    package init() {
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD] { sigaddset(&mask, number) }
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &mask, &before)
        self.before = before
        // A program that ignores SIGCHLD does not learn how its children ended.
        signal(SIGCHLD, SIG_DFL)
        descriptor = signalfd(-1, &mask, Int32(O_NONBLOCK | O_CLOEXEC))
    }

    deinit {
        close(descriptor)
    }

    /// Returns the next signal; `nil` if none is pending.
    package func next() -> Arrival? {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(descriptor, &info, size) == size else { return nil }
        return Arrival(number: Int32(info.ssi_signo), isForUs: info.ssi_code <= 0)
    }
}
