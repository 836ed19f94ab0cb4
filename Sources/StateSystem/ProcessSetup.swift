// SPDX-License-Identifier: Apache-2.0
import Glibc
internal import SystemSupport

/// The preparation of a server process, before it creates threads.
package enum ProcessSetup {
    /// Prepares the process to serve.
    ///
    /// From then on, the process reports crashes, creates files that only their owner can access,
    /// treats a lost connection as an error and not as a signal, ignores signals that do not
    /// concern it, and may open as many descriptors as the system allows.
    package static func prepare() {
        FaultReport.install(prefix: ServiceManager.readsJournal ? "<2>" : "critical: ")
        umask(0o077)
        for number in ignoredSignals { signal(number, SIG_IGN) }
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            limit.rlim_cur = limit.rlim_max
            // If this fails, the previous limit remains, and the number of connections is still
            // limited.
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
    }

    /// The signals that would end or stop the process, and do not concern it.
    ///
    /// They are meant for other programs, or come from timers and terminals that the process does
    /// not use.
    private static let ignoredSignals = [
        SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGTTIN, SIGTTOU,
    ]

    /// The number of descriptors that the process may have open.
    package static var descriptorLimit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        return Int(clamping: limit.rlim_cur)
    }
}
