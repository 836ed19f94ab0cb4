import Glibc

/// The descriptors 0, 1 and 2.
enum StandardDescriptors {
    /// Takes those that are closed, so that no socket or file gets their numbers.
    ///
    /// What is written to standard output would go into that, the daemon's socket for instance.
    /// Each is opened the wrong way round, so that using it fails as using a closed one does.
    static func occupy() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest number that is free is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
