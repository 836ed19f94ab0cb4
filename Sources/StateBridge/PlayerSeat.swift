import Glibc

/// The name under which a running player is known, and nobody else until it ends.
///
/// The first mpv is `mpv`, one beside it `mpv.2`, and so on: each has an item and a queue of its
/// own, and the next one that is started alone goes on with those of `mpv`. The kernel gives a
/// seat back when its holder ends, however it ends.
package final class PlayerSeat {
    /// The player's name.
    package let player: String
    /// The file that is locked for as long as the seat is taken; -1: none is.
    let lock: Int32

    /// How many players of one kind may run at once; beyond that they share the last name.
    private static let most = 99

    /// Takes the first free name.
    ///
    /// - Parameters:
    ///   - base: the name of the first.
    ///   - folder: where the seats are; nil: nobody can tell which are taken.
    package init(_ base: String, in folder: String?) {
        guard let folder else {
            player = base
            lock = -1
            return
        }
        for number in 1...Self.most {
            let name = number == 1 ? base : "\(base).\(number)"
            let file = open("\(folder)/\(name)", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            if file >= 0, flock(file, LOCK_EX | LOCK_NB) == 0 {
                player = name
                lock = file
                // Whom the one before was for.
                ftruncate(file, 0)
                return
            }
            if file >= 0 { close(file) }
        }
        player = "\(base).\(Self.most)"
        lock = -1
    }

    deinit {
        if lock >= 0 { close(lock) }
    }

    /// The directory of the user's seats, made if need be; nil: there is no safe place.
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

    /// Makes a directory for this user alone; false: it is somebody else's, or cannot be made.
    private static func own(_ path: String) -> Bool {
        mkdir(path, 0o700)
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == getuid() && status.st_mode & 0o022 == 0
    }
}
