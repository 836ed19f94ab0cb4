// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The descriptors 0, 1 and 2.
enum StandardDescriptors {
    /// Opens those that are closed, so that no socket or file gets their numbers.
    ///
    /// Otherwise standard output would go there, into the daemon's socket for instance. Each is
    /// opened in the wrong direction, so that its use fails like that of a closed one.
    static func occupy() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
