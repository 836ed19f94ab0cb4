// SPDX-License-Identifier: Apache-2.0
import Glibc
internal import SystemSupport

/// The setup of a serving process before it creates threads.
package enum ProcessSetup {
    /// Prepares the process to serve.
    ///
    /// A fault that ends it is reported. New files are for their owner alone. A lost connection is
    /// an error and not a signal. Signals without a meaning for a service are ignored. The limit of
    /// descriptors is raised as far as the system allows, for as many connections as possible.
    package static func prepare() {
        FaultReport.install(prefix: ServiceManager.readsJournal ? "<2>" : "critical: ")
        umask(0o077)
        for number in ignoredSignals { signal(number, SIG_IGN) }
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            limit.rlim_cur = limit.rlim_max
            // After a failure the previous limit applies, and the limit on connections still holds.
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
    }

    /// The signals that would end or stop the process but mean nothing to it.
    ///
    /// They are for programs that give them a meaning, for timers that the process does not set,
    /// and for a terminal that it does not read. It starts no programs that would inherit this.
    private static let ignoredSignals = [
        SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGTTIN, SIGTTOU,
    ]

    /// The number of descriptors that the process may hold.
    package static var descriptorLimit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        return Int(clamping: limit.rlim_cur)
    }
}
