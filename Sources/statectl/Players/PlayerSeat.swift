import Glibc
import StateModel

/// The name under which a running player is known, and nobody else until it ends.
///
/// The first mpv is `mpv`, one beside it `mpv.2`, and so on: each has an item and a queue of its
/// own, and the next one that is started alone goes on with those of `mpv`. The kernel gives a
/// seat back when its holder ends, however it ends.
final class PlayerSeat {
    /// The player's name.
    let player: String
    private let lock: Int32

    /// How many players of one kind may run at once; beyond that they share the last name.
    private static let most = 99

    /// Takes the first free name.
    ///
    /// - Parameters:
    ///   - base: the name of the first.
    ///   - folder: where the seats are; nil: nobody can tell which are taken.
    init(_ base: String, in folder: String?) {
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

    /// A name that players may have, with room for a number after it.
    static func base(_ name: String?) throws(Failure) -> String {
        let name = name ?? Environment["STATECTL_PLAYER"] ?? "mpv"
        guard Limits.isName(name, atMost: Limits.playerBytes - 3) else {
            throw Failure(
                .badValue,
                "--player: “\(name.visible)” is not 1 to \(Limits.playerBytes - 3) letters, "
                    + "digits, dots, underscores and hyphens"
            )
        }
        return name
    }

    /// The directory of the user's seats, made if need be; nil: there is no safe place.
    static func folder() -> String? {
        let named = Environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
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
