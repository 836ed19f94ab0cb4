// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A watch for changes to the process IDs in the lock files of players' names.
package final class PlayerNameLockWatch {
    /// The descriptor, which is readable after a change; -1 if there is none.
    package let descriptor: Int32

    /// Watches the directory of the lock files; watches nothing if `folder` is `nil`.
    package init(_ folder: String?) {
        descriptor = folder == nil ? -1 : inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        if let folder { inotify_add_watch(descriptor, folder, UInt32(IN_MODIFY)) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    package func drain() {
        var buffer = [UInt8](repeating: 0, count: 4 << 10)
        while read(descriptor, &buffer, buffer.count) > 0 {}
    }
}
