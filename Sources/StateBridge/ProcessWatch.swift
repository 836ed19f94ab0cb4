// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// A watch for the end of another process.
///
/// The end of a player's connection is not enough, because other children of the player may have
/// inherited the socket.
package final class ProcessWatch {
    /// A descriptor that is readable once the process has ended; negative if the watch failed.
    package let descriptor: Int32

    package init(_ process: Int32) {
        descriptor = clinux_process_descriptor(process)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// True if the process had ended before the watch was created.
    package var isTooLate: Bool { descriptor == -ESRCH }
}

/// The descriptors that a program inherited from its parent.
package enum InheritedDescriptors {
    /// Closes all descriptors except the standard streams.
    ///
    /// A player that starts a bridge may leave its own descriptors open in it.
    package static func close() { clinux_close_inherited() }
}
