// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An exclusive lock on the name of a running player.
///
/// The first mpv is named `mpv`, a second one at the same time `mpv.2`, and so on; each has its own
/// item and queue. The lowest free name is used, so an mpv that runs alone is always named `mpv`.
/// The kernel releases the lock when the process ends, even after a crash.
package final class PlayerNameLock {
    package let player: String
    /// The descriptor of the lock file; -1 without a lock.
    let lock: Int32

    /// The maximum number of names per base name; further players share the last name, without a
    /// lock.
    private static let maximumNames = 99

    /// Locks the first free name; if `folder` is `nil`, uses the base name without a lock.
    package init(_ base: String, in folder: String?) {
        guard let folder else {
            player = base
            lock = -1
            return
        }
        for number in 1...Self.maximumNames {
            let name = number == 1 ? base : "\(base).\(number)"
            let file = open("\(folder)/\(name)", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            if file >= 0, flock(file, LOCK_EX | LOCK_NB) == 0 {
                player = name
                lock = file
                // The file may still contain the process ID of a previous player.
                ftruncate(file, 0)
                return
            }
            if file >= 0 { close(file) }
        }
        player = "\(base).\(Self.maximumNames)"
        lock = -1
    }

    deinit {
        guard lock >= 0 else { return }
        // Unlocks explicitly, because a child process that is just starting may share the open
        // file.
        flock(lock, LOCK_UN)
        close(lock)
    }

    /// Returns the directory of the user's lock files, and creates it if necessary.
    ///
    /// - Returns: The path; `nil` if no candidate is a directory of this user to which no other
    ///   user can write.
    package static func folder() -> String? {
        let named = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
            .flatMap { $0.hasPrefix("/") ? $0 : nil }
        let homes = [named, "/run/user/\(getuid())"].compactMap(\.self)
        let parents = homes.map { "\($0)/stated" } + ["/tmp/stated-\(getuid())"]
        for parent in parents where own(parent) && own("\(parent)/players") {
            return "\(parent)/players"
        }
        return nil
    }

    /// Creates a directory if it does not exist; returns true if it belongs to this user and no
    /// other user can write to it.
    private static func own(_ path: String) -> Bool {
        mkdir(path, 0o700)
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == getuid() && status.st_mode & 0o022 == 0
    }
}
