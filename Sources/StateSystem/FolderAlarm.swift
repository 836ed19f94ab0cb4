internal import Dispatch
internal import Glibc

/// Tells when something else renames, removes or writes a file in some directories.
///
/// It sleeps in the kernel until then, so it costs an idle process nothing.
package final class FolderAlarm: @unchecked Sendable {
    // Safe: nothing changes after `init`, and the source is used again by `deinit` alone.
    private let inotify: Int32
    private let queue = DispatchQueue(label: "stated.folder.alarm", qos: .utility)
    private let source: (any DispatchSourceRead)?

    /// Calls `onEvent`, on a thread of its own, after each change from now on.
    package init(_ onEvent: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        inotify = descriptor
        guard descriptor >= 0 else {
            // Without one the store is still looked at with its commits.
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

    /// Watches a directory, and the one that is at its path now if it did so before.
    package func watch(_ folder: String) {
        guard inotify >= 0 else { return }
        let mask = UInt32(
            IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF
                | IN_ONLYDIR
        )
        inotify_add_watch(inotify, folder, mask)
    }
}
