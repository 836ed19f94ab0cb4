// SPDX-License-Identifier: Apache-2.0
import Glibc
internal import SystemSupport

/// The setup of a server process, before it creates threads.
package enum ProcessSetup {
    /// Prepares the process to serve.
    ///
    /// Crashes are reported, new files are private, a lost connection is an error instead of a
    /// signal, irrelevant signals are ignored, and the descriptor limit is raised to the maximum.
    package static func prepare() {
        FaultReport.install(prefix: ServiceManager.readsJournal ? "<2>" : "critical: ")
        umask(0o077)
        for number in ignoredSignals { signal(number, SIG_IGN) }
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            limit.rlim_cur = limit.rlim_max
            // If this fails, the previous limit applies, and the limit on connections still holds.
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
    }

    /// The irrelevant signals that would end or stop the process.
    ///
    /// They are meant for other programs, or come from timers that the process does not set and
    /// terminals that it does not read.
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
