// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A watch for the creation of a missing socket.
///
/// It can watch the socket's directory or, if that is missing, the parent directory. Further up,
/// nothing is watched, so the caller must also check periodically.
package final class SocketWatch {
    /// The descriptor, which is readable after a change; -1 if changes cannot be watched.
    package let descriptor: Int32
    private let folder: String
    private let name: String
    private var watches: [Int32: String] = [:]

    package init(path: String) {
        let parts = Self.split(path)
        folder = parts.folder
        name = parts.name
        descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Begins to watch; must be called each time the socket turns out to be missing.
    package func arm() {
        let above = Self.split(folder)
        if !watch(folder, for: name) { _ = watch(above.folder, for: above.name) }
    }

    /// Returns true, and ends the watch, if the socket or its directory may have been created.
    package func hasFired() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        var hasFired = false
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            hasFired = buffer[..<count].withUnsafeBytes(concerns) || hasFired
        }
        guard hasFired else { return false }
        for watch in watches.keys { inotify_rm_watch(descriptor, watch) }
        watches = [:]
        return true
    }

    private func watch(_ folder: String, for name: String) -> Bool {
        let mask = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF)
        let watch = inotify_add_watch(descriptor, folder, mask)
        guard watch >= 0 else { return false }
        watches[watch] = name
        return true
    }

    private func concerns(_ events: UnsafeRawBufferPointer) -> Bool {
        let header = MemoryLayout<inotify_event>.size
        var start = 0
        while start + header <= events.count {
            let event = events.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
            let end = min(events.count, start + header + Int(event.len))
            let name = String(
                decoding: events[(start + header)..<end].prefix { $0 != 0 },
                as: UTF8.self
            )
            // The directory was removed, or events were lost.
            let isVague = event.mask & UInt32(IN_DELETE_SELF | IN_Q_OVERFLOW) != 0
            if isVague || !name.isEmpty && watches[event.wd] == name { return true }
            start = end
        }
        return false
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let folder = String(path[..<slash])
        return (folder.isEmpty ? "/" : folder, String(path[path.utf8.index(after: slash)...]))
    }
}
