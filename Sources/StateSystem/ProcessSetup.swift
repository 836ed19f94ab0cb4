import Glibc

/// What a process that serves sets up before it has threads.
package enum ProcessSetup {
    /// Makes the process fit to serve.
    ///
    /// New files are its owner's alone, a connection that goes away is an error and no signal, and
    /// descriptors suffice for as many connections as the system allows this process.
    package static func prepare() {
        umask(0o077)
        signal(SIGPIPE, SIG_IGN)
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            limit.rlim_cur = limit.rlim_max
            // Where it fails the limit before stands, and the connections' own limit holds.
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
    }

    /// How many descriptors the process may hold.
    package static var descriptorLimit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        return Int(clamping: limit.rlim_cur)
    }
}
