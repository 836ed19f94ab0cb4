// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// A watch for the end of another process.
///
/// The end of a player's connection is not a substitute: a socket that its other children inherited
/// stays open.
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

    /// True if the process had ended before the watch was created.
    package var isTooLate: Bool { descriptor == -ESRCH }
}

/// The descriptors that a program inherited.
package enum InheritedDescriptors {
    /// Closes all but the standard streams.
    ///
    /// A program inherits every descriptor that the player that starts it left open.
    package static func close() { clinux_close_inherited() }
}
