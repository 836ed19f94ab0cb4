// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateBridge
import StateClient
import StateModel
import SystemSupport

/// Evidence from the file system about a file that was played.
enum PlayedFile {
    /// Returns true if a file may have been deleted from a directory since the given time.
    ///
    /// Returns false if the file's disk may just not be mounted. The modification time of a
    /// directory changes when a file in it is deleted.
    static func canHaveLost(_ folder: String, since time: Timestamp?) -> Bool {
        guard let status = FilePath.status(folder), !Directory.names(in: folder).isEmpty else {
            return false
        }
        // The kernel's timestamp can be one clock tick late.
        if let time, Timestamp((status.st_mtim.tv_sec + 1) * 1_000) < time { return false }
        return isOnItsDisk(folder, text("/etc/fstab"), text("/proc/self/mountinfo"))
    }

    private static func text(_ path: String) -> String {
        FilePath.content(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Returns true if the expected disk is mounted at a directory, according to fstab(5) and the
    /// mount table in proc(5).
    ///
    /// A disk that is not in fstab, or is identified there by the name of a port, may be another
    /// one.
    static func isOnItsDisk(_ folder: String, _ table: String, _ mounts: String) -> Bool {
        let listed = rows(of: table, point: 1, above: folder)
        let mounted = rows(of: mounts, point: 4, above: folder)
        guard listed.allSatisfy({ disk in mounted.contains { $0[4] == disk[1] } }) else {
            return false
        }
        let longest = mounted.map { $0[4].utf8.count }.max()
        guard let disk = mounted.last(where: { $0[4].utf8.count == longest }), disk[4] != "/",
            disk[disk.count - 2].hasPrefix("/dev/")
        else { return true }
        return listed.contains { row in
            row[1] == disk[4] && !(row[0].hasPrefix("/dev/") && row.joined().contains("noauto"))
        }
    }

    /// Returns the fields of the rows whose mount point contains the directory.
    private static func rows(
        of table: String,
        point: Int,
        above folder: String
    ) -> [[String]] {
        table.split(whereSeparator: \.isNewline).compactMap { line -> [String]? in
            let fields = line.split { $0 == " " || $0 == "\t" }
                .map { String($0).replacing("\\040", with: " ") }
            guard fields.count > point + 1, fields[0].first != "#" else { return nil }
            let path = fields[point]
            let isAbove = path == "/" || folder == path || folder.hasPrefix(path + "/")
            return isAbove ? fields : nil
        }
    }
}
