// SPDX-License-Identifier: Apache-2.0
import Glibc
import PlayerMPV
import StateBridge
import StateClient
import StateModel

/// The file system as the evidence about a played file.
enum PlayedFile {
    /// Returns the size and the last write of a file; `nil` if it cannot be looked at.
    static func look(_ path: String) -> FileState? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let written = status.st_mtim.tv_sec * 1_000 + status.st_mtim.tv_nsec / 1_000_000
        return FileState(
            size: Int(status.st_size),
            writtenAt: Timestamp(written),
            seenAt: Clocks.now.wall
        )
    }

    /// Returns true if a directory holds something, and the disks above it are mounted.
    static func isInUse(_ folder: String) -> Bool {
        let table = FilePath.content("/etc/fstab").map { String(decoding: $0, as: UTF8.self) } ?? ""
        let mountPoints = mountPoints(above: folder, in: table)
        return !FilePath.names(in: folder).isEmpty && mountPoints.allSatisfy(isMounted)
    }

    /// Returns the mount points of fstab(5) that contain a directory.
    static func mountPoints(above folder: String, in table: String) -> [String] {
        table.split(whereSeparator: \.isNewline).compactMap { line in
            let fields = line.split { $0 == " " || $0 == "\t" }
            guard fields.count > 1, fields[0].first != "#", fields[1].first == "/" else {
                return nil
            }
            let point = String(fields[1]).replacing("\\040", with: " ")
            let isAbove = point != "/" && (folder == point || folder.hasPrefix(point + "/"))
            return isAbove ? point : nil
        }
    }

    /// Returns true if a directory is on another device than its parent.
    private static func isMounted(_ point: String) -> Bool {
        var own = stat()
        var parent = stat()
        return stat(point, &own) == 0 && stat("\(point)/..", &parent) == 0
            && own.st_dev != parent.st_dev
    }
}
