// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Glibc

/// A watch that reports when files in certain directories are renamed, removed or written.
///
/// It waits in the kernel, and does not wake the process.
package final class FolderAlarm: @unchecked Sendable {
    // Safe, because no member changes after `init`, and only `deinit` uses the source afterwards.
    private let inotify: Int32
    private let queue = DispatchQueue(label: "stated.folder.alarm", qos: .utility)
    private let source: (any DispatchSourceRead)?

    /// Creates a watch, which calls `onEvent` on a separate thread after each change.
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

    /// Watches a directory.
    ///
    /// If another directory has taken its path, the function must be called again.
    package func watch(_ folder: String) {
        guard inotify >= 0 else { return }
        let mask = UInt32(
            IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF
                | IN_ONLYDIR
        )
        inotify_add_watch(inotify, folder, mask)
    }
}
