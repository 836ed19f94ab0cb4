// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport

// A lock file contains the process ID of the followed player, so that no second bridge follows the
// same player.
extension PlayerNameLock {
    /// Writes the player's process ID to the lock file, if there is a lock.
    package func hold(for process: Int32) {
        guard lock >= 0, ftruncate(lock, 0) == 0 else { return }
        let text = Array("\(process)\n".utf8)
        _ = text.withUnsafeBytes { pwrite(lock, $0.baseAddress, $0.count, 0) }
    }

    /// Returns the process IDs in the lock files that are locked.
    package static func holders(in folder: String?) -> Set<Int32> {
        guard let folder else { return [] }
        let locked = lockedFiles()
        var found: Set<Int32> = []
        for path in Directory.names(in: folder).map({ "\(folder)/\($0)" }) {
            var status = stat()
            // The file of a killed bridge remains, but is not locked.
            guard lstat(path, &status) == 0, locked.contains(status.st_ino) else { continue }
            let bytes = (try? WholeFile.read(path: path, flags: O_NOFOLLOW, most: 16)) ?? []
            if let process = Int32(String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)) {
                found.insert(process)
            }
        }
        return found
    }

    /// Returns the inode numbers of all files that are locked by flock(2), from proc_locks(5).
    ///
    /// An attempt to lock the files instead could take a name away from another process.
    private static func lockedFiles() -> Set<UInt> {
        let text = (try? WholeFile.read(path: "/proc/locks")) ?? []
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        return Set(
            lines.compactMap { line in
                let words = line.split(separator: " ")
                guard words.contains("FLOCK"), words.count > 5 else { return nil }
                return words[5].split(separator: ":").last.flatMap { UInt($0) }
            }
        )
    }
}
