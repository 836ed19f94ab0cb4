// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
internal import SystemSupport

package enum ProcessSetup {
    /// Prepares a server process; must be called before the process creates threads.
    ///
    /// Afterwards, a crash is reported, new files are accessible only to their owner, a lost
    /// connection causes an error instead of a signal, the limit of open descriptors is as high
    /// as the system allows, and the allocator keeps little of what is freed.
    package static func prepare() {
        FaultReport.install(prefix: ServiceManager.readsJournal ? "<2>" : "critical: ")
        clinux_limit_freed_memory()
        umask(0o077)
        for number in ignoredSignals { signal(number, SIG_IGN) }
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            limit.rlim_cur = limit.rlim_max
            // If this fails, the limit is lower, but still limits the number of connections.
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
    }

    /// The signals that would end or stop the process, which has no use for them.
    private static let ignoredSignals = [
        SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGTTIN, SIGTTOU, SIGXFSZ,
    ]

    package static var descriptorLimit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        return Int(clamping: limit.rlim_cur)
    }
}
