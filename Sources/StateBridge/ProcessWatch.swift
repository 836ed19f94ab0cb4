// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// A watch for the end of another process.
///
/// The end of a player's connection is not a substitute: its other children may have inherited the
/// socket.
package final class ProcessWatch {
    /// A descriptor that is readable once the process has ended; below 0 if there is none.
    package let descriptor: Int32

    /// Creates a watch for a process.
    package init(_ process: Int32) {
        descriptor = clinux_process_descriptor(process)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// True if the process ended before the watch was created.
    package var isTooLate: Bool { descriptor == -ESRCH }
}

/// The descriptors that a program inherited.
package enum InheritedDescriptors {
    /// Closes all but the standard streams.
    ///
    /// A program inherits the descriptors that the player left open when it started the program.
    package static func close() { clinux_close_inherited() }
}
