// SPDX-License-Identifier: Apache-2.0
import Glibc

enum StandardDescriptors {
    /// Opens the standard streams that are closed, so that no socket or file gets their numbers.
    ///
    /// Otherwise, output could go to the daemon's socket. Each stream is opened in the wrong
    /// direction, so that its use fails.
    static func occupy() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) < 0 {
            // open(2) returns the lowest free number, which is that of this stream.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
