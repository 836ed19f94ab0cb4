// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// A watch for the end of a player's process.
///
/// A closed connection is not sufficient: children of the player may have inherited the player's
/// socket, and keep the connection open.
package final class ProcessWatch {
    /// The descriptor, which is readable once the process has ended; negative if the process cannot
    /// be watched.
    package let descriptor: Int32

    package init(_ process: Int32) {
        descriptor = clinux_process_descriptor(process)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// True if the process ended before the watch was created.
    package var isTooLate: Bool { descriptor == -ESRCH }
}

package enum InheritedDescriptors {
    /// Closes all inherited descriptors except the standard streams.
    ///
    /// A player that starts a bridge may leave its own descriptors open in the bridge.
    package static func close() { clinux_close_inherited() }
}
