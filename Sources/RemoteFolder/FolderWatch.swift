internal import Dispatch
internal import Glibc
internal import StateModel

/// Tells when another device's segments have changed: by inotify, and by looking now and then for
/// file systems that tell of nothing done elsewhere.
final class FolderWatch: @unchecked Sendable {
    // Safe: every member that changes is used on `queue` alone, and `init` ends before it starts.
    private let layout: FolderLayout
    private let own: Origin
    private let onNews: @Sendable () -> Void
    private let queue = DispatchQueue(label: "stated.folder.watch", qos: .utility)
    private let timer: any DispatchSourceTimer
    private let inotify: Int32
    private var events: (any DispatchSourceRead)?
    /// The state of the directories that were last looked at, by path.
    private var seen: [String: DirectoryStamp] = [:]
    /// inotify's numbers of the directories that it watches.
    private var watched: Set<Int32> = []

    /// Watches from now on, until ``stop()``.
    init(
        _ layout: FolderLayout,
        except own: Origin,
        pollInterval: Int,
        onNews: @escaping @Sendable () -> Void
    ) {
        self.layout = layout
        self.own = own
        self.onNews = onNews
        inotify = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in self?.look() }
        let interval = DispatchTimeInterval.milliseconds(pollInterval)
        timer.schedule(
            deadline: .now(),
            repeating: interval,
            leeway: .milliseconds(pollInterval / 4)
        )
        if inotify >= 0 {
            let source = DispatchSource.makeReadSource(fileDescriptor: inotify, queue: queue)
            let descriptor = inotify
            source.setEventHandler { [weak self] in self?.hear() }
            source.setCancelHandler { close(descriptor) }
            source.activate()
            events = source
        }
        seen = current()
        watch()
        timer.activate()
    }

    /// Watches no more.
    func stop() {
        timer.cancel()
        queue.async { [self] in
            events?.cancel()
            events = nil
        }
    }

    /// The directories whose changes are news: that of all devices, and each one's but ours; nil:
    /// they can't be listed.
    private var directories: [String]? {
        guard let origins = try? OpenFolder(layout).origins() else { return nil }
        return [layout.devices] + origins.filter { $0 != own }.map { layout.directory(of: $0) }
    }

    /// What is looked at: also whether all is there that a round needs.
    private func current() -> [String: DirectoryStamp] {
        var current: [String: DirectoryStamp] = [:]
        for path in [layout.root, layout.presences] {
            current[path] = DirectoryStamp(of: path)?.existence
        }
        for directory in directories ?? [layout.devices] {
            current[directory] = DirectoryStamp(of: directory)
        }
        return current
    }

    private func look() {
        let current = current()
        guard current != seen else { return }
        seen = current
        watch()
        onNews()
    }

    /// Something happened in one of the directories; what exactly is no matter.
    private func hear() {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while read(inotify, &buffer, buffer.count) > 0 {}
        seen = current()
        watch()
        onNews()
    }

    /// Has inotify watch the directories that are there now.
    ///
    /// Another one, or one on another disk, may have taken a path since; one that is watched keeps
    /// its number.
    private func watch() {
        guard inotify >= 0, let directories else { return }
        let mask = UInt32(
            IN_MOVED_TO | IN_CREATE | IN_CLOSE_WRITE | IN_ONLYDIR | IN_DELETE_SELF
        )
        let numbers = Set(
            directories.map { inotify_add_watch(inotify, $0, mask) }.filter { $0 >= 0 }
        )
        for number in watched.subtracting(numbers) { inotify_rm_watch(inotify, number) }
        watched = numbers
    }
}
