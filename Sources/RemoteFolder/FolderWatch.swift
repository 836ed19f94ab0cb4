// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Glibc
internal import SyncModel

/// A watch for changes by other devices: new segments, and surfaces that enter or leave the
/// foreground.
///
/// It uses inotify, and polling for file systems that do not report changes made on other machines.
final class FolderWatch: @unchecked Sendable {
    // Safe, because all mutable members are used only on `queue`. The last steps of `init` run
    // there, and activate the sources.
    private static let firstLookMilliseconds = 500
    private let layout: FolderLayout
    private let own: Origin
    private let onNews: @Sendable () -> Void
    private let queue = DispatchQueue(label: "stated.folder.watch", qos: .utility)
    private let timer: any DispatchSourceTimer
    private let inotify: Int32
    private var events: (any DispatchSourceRead)?
    /// The stamps of the directories at the last check, by path.
    private var seen: [String: DirectoryStamp] = [:]
    private var presencesSeen: DirectoryStamp?
    private var inFront: Set<Origin> = []
    private var watched: Set<Int32> = []
    private var presencesWatch: Int32?

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
            source.setEventHandler { [weak self] in self?.handleEvents() }
            source.setCancelHandler { close(descriptor) }
            events = source
        }
        // These are the last steps, because events may be handled on `queue` from here on.
        let group = DispatchGroup()
        queue.async(group: group) { [self] in
            seen = current()
            presencesSeen = DirectoryStamp(of: layout.presences)
            _ = hasNewFront()
            watch()
        }
        timer.activate()
        events?.activate()
        // A disk that does not answer must not stop the calling thread.
        _ = group.wait(timeout: .now() + .milliseconds(Self.firstLookMilliseconds))
    }

    func stop() {
        timer.cancel()
        queue.async { [self] in
            events?.cancel()
            events = nil
        }
    }

    /// The directory of devices, and the directory of each device except this one; `nil` if they
    /// cannot be listed.
    private var directories: [String]? {
        guard let origins = try? OpenFolder(layout).origins() else { return nil }
        return [layout.devices] + origins.filter { $0 != own }.map { layout.directory(of: $0) }
    }

    /// Returns the stamps of the watched directories; for the root and the directory of presences,
    /// only the identity is included.
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
        let presences = DirectoryStamp(of: layout.presences)
        let isNewFront = presences != presencesSeen && hasNewFront()
        presencesSeen = presences
        if current != seen || isNewFront { tell(current) }
    }

    /// Handles inotify events.
    ///
    /// Most presences say nothing new, so a new presence is reported only if another device's first
    /// surface has entered the foreground, or its last one has left it.
    private func handleEvents() {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var (isNews, isPresence) = (false, false)
        while case let count = read(inotify, &buffer, buffer.count), count > 0 {
            buffer.withUnsafeBytes { bytes in
                var start = 0
                while start < count {
                    let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
                    if event.wd == presencesWatch { isPresence = true } else { isNews = true }
                    start += MemoryLayout<inotify_event>.size + Int(event.len)
                }
            }
        }
        let isNewFront = isPresence && hasNewFront()
        if isNews || isNewFront { tell(current()) }
    }

    private func tell(_ current: [String: DirectoryStamp]) {
        seen = current
        watch()
        onNews()
    }

    /// Reads the presences, and returns true if a different set of other devices now has a surface
    /// in the foreground.
    private func hasNewFront() -> Bool {
        guard let presences = try? OpenFolder(layout).presences() else { return false }
        let before = inFront
        let shown = presences.filter { origin, bytes in
            origin != own && PresenceFile(bytes: bytes)?.presence.isInFront == true
        }
        inFront = Set(shown.map(\.origin))
        return inFront != before
    }

    /// Adds inotify watches for the directories that exist now.
    ///
    /// A path may now refer to a different directory, perhaps on another disk. For a directory that
    /// is already watched, inotify returns the same watch descriptor.
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
        let number = inotify_add_watch(inotify, layout.presences, mask)
        if let presencesWatch, presencesWatch != number {
            inotify_rm_watch(inotify, presencesWatch)
        }
        presencesWatch = number >= 0 ? number : nil
    }
}
