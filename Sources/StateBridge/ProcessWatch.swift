// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// A watch for the end of a player's process.
///
/// The end of the player's connection is not sufficient: children of the player may have inherited
/// the socket, and keep the connection open.
package final class ProcessWatch {
    /// A descriptor that is readable once the process has ended; negative if the process cannot be
    /// watched.
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

/// The descriptors that a program has inherited from its parent.
package enum InheritedDescriptors {
    /// Closes all descriptors except the standard streams.
    ///
    /// A player that starts a bridge may leave some of its own descriptors open in the bridge.
    package static func close() { clinux_close_inherited() }
}
