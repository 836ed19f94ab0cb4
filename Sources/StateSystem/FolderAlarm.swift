// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Glibc

/// A watch that reports when a file in one of several directories is renamed, removed or written.
///
/// It uses inotify(7), and so causes no wake-ups while nothing changes.
package final class FolderAlarm: @unchecked Sendable {
    // Safe: no member changes after `init`, and only `deinit` uses the source afterwards.
    private let inotify: Int32
    private let queue = DispatchQueue(label: "stated.folder.alarm", qos: .utility)
    private let source: (any DispatchSourceRead)?

    /// Creates a watch; `onEvent` is called on a separate thread after one or more changes.
    ///
    /// Without inotify, `onEvent` is never called.
    package init(_ onEvent: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        inotify = descriptor
        guard descriptor >= 0 else {
            // Without inotify, only commits check the store's files.
            source = nil
            return
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while read(descriptor, &buffer, buffer.count) > 0 {}
            onEvent()
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
        self.source = source
    }

    deinit {
        source?.cancel()
    }

    /// Adds a directory to the watch.
    ///
    /// Call this again if the directory is replaced by a different one.
    package func watch(_ folder: String) {
        guard inotify >= 0 else { return }
        let mask = UInt32(
            IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF
                | IN_ONLYDIR
        )
        inotify_add_watch(inotify, folder, mask)
    }
}
