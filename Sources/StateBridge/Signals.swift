package import CLinux
import Glibc

/// The signals that would end this program, read one by one instead.
///
/// It must be made before any thread is: what one thread holds back another one would take.
package final class Signals {
    /// A signal that came.
    package struct Arrival {
        /// Its number.
        package let number: Int32
        /// Whether a process sent it to us; else the terminal sent it to all of its programs.
        package let isForUs: Bool
    }

    /// Readable when a signal came.
    package let descriptor: Int32
    /// What was held back before; programs that are started want it so.
    package let before: sigset_t

    /// Holds the signals back.
    package init() {
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD] { sigaddset(&mask, number) }
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &mask, &before)
        self.before = before
        // Whoever ignores the end of children never learns how they ended.
        signal(SIGCHLD, SIG_DFL)
        descriptor = signalfd(-1, &mask, Int32(O_NONBLOCK | O_CLOEXEC))
    }

    deinit {
        close(descriptor)
    }

    /// The next signal; nil: no more came.
    package func next() -> Arrival? {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(descriptor, &info, size) == size else { return nil }
        return Arrival(number: Int32(info.ssi_signo), isForUs: info.ssi_code <= 0)
    }
}
