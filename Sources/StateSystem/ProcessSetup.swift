import Glibc

/// What a process that serves sets up before it has threads.
package enum ProcessSetup {
    /// Makes the process fit to serve.
    ///
    /// New files are its owner's alone, a connection that goes away is an error and no signal, signals
    /// that ask for nothing a service does end nothing, and descriptors suffice for as many connections
    /// as the system allows this process.
    package static func prepare() {
        umask(0o077)
        for number in ignoredSignals { signal(number, SIG_IGN) }
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            limit.rlim_cur = limit.rlim_max
            // Where it fails the limit before stands, and the connections' own limit holds.
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
    }

    /// The signals that would end or stop the process, and that mean nothing to it: those for a program
    /// of its own making, of timers that it does not set, and of a terminal that it does not read.
    ///
    /// It starts no programs that would inherit this.
    private static let ignoredSignals = [
        SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGTTIN, SIGTTOU,
    ]

    /// How many descriptors the process may hold.
    package static var descriptorLimit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        return Int(clamping: limit.rlim_cur)
    }
}
