// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateBridge
import StateClient
import SystemSupport

enum PlayedFile {
    /// Returns true if a file may have been deleted from a directory since the given time.
    ///
    /// A deletion changes the modification time of the directory. Returns false if the directory is
    /// empty or cannot be read, or if its disk may have been unmounted or exchanged.
    static func canHaveLost(_ folder: String, since time: Timestamp?) -> Bool {
        guard let status = FilePath.status(folder), !Directory.names(in: folder).isEmpty else {
            return false
        }
        // The kernel's timestamp can be late by one clock tick.
        if let time, Timestamp((status.st_mtim.tv_sec + 1) * 1_000) < time { return false }
        return isDiskMounted(folder, text("/etc/fstab"), text("/proc/self/mountinfo"))
    }

    private static func text(_ path: String) -> String {
        FilePath.content(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Returns true if the directory's disk is mounted, according to fstab(5) and the mount table
    /// of proc(5).
    ///
    /// The result is also false for a removable disk, which may have been exchanged: one that is
    /// not in fstab, or that fstab mounts on demand by its name in /dev.
    static func isDiskMounted(_ folder: String, _ table: String, _ mounts: String) -> Bool {
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
