// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateBridge
import StateClient
import StateModel
import SystemSupport

/// The file system as evidence about a played file.
enum PlayedFile {
    /// Returns true if a file was deleted from a directory after a time, rather than its disk
    /// unmounted.
    ///
    /// A directory changes when a file is removed.
    static func canHaveLost(_ folder: String, since time: Timestamp?) -> Bool {
        guard let status = FilePath.status(folder), !Directory.names(in: folder).isEmpty else {
            return false
        }
        // The kernel's timestamp of a change may be one tick behind the clock.
        if let time, Timestamp((status.st_mtim.tv_sec + 1) * 1_000) < time { return false }
        return isOnItsDisk(folder, text("/etc/fstab"), text("/proc/self/mountinfo"))
    }

    private static func text(_ path: String) -> String {
        FilePath.content(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Returns true if a directory is on its expected disk, according to fstab(5) and the mount
    /// table of proc(5).
    ///
    /// A disk that is not in fstab, or is mounted by the name of a port, may be any disk.
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

    /// Returns the fields of the rows whose mount point contains a directory.
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
