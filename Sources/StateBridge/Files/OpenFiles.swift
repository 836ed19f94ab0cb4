// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import SystemSupport

/// The open files of a process, from /proc.
package enum OpenFiles {
    private static let endings: Set<Substring> = [
        "mp3", "m4a", "m4b", "aac", "ogg", "oga", "opus", "flac", "wav", "wma", "aiff", "ape",
        "mka",
        "wv", "mpc", "mp4", "m4v", "mkv", "webm", "avi", "mov", "mpg", "mpeg", "ts", "ogv", "wmv",
        "flv", "3gp",
    ]

    /// Returns the path of the only media file that a process has open; `nil` if there is none, or
    /// several.
    package static func medium(of process: Int, in root: String = "/proc") -> String? {
        let folder = "\(root)/\(process)/fd"
        var found: String?
        for name in Directory.names(in: folder) {
            guard let path = target(of: "\(folder)/\(name)"), isMedium(path), path != found
            else { continue }
            if found != nil { return nil }
            found = path
        }
        return found
    }

    private static func isMedium(_ path: String) -> Bool {
        guard path.hasPrefix("/"), let dot = path.lastIndex(of: ".") else { return false }
        return endings.contains(Substring(path[path.index(after: dot)...].lowercased()))
    }

    /// Returns the target of a symbolic link; `nil` if the link cannot be read, or its target is
    /// not valid UTF-8.
    package static func target(of link: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return readlink(link, start.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        return count > 0 ? String(validating: bytes[..<count], as: UTF8.self) : nil
    }
}
