internal import StateModel

/// What mpv remembers of one file in its watch_later directory; see mpv(1), RESUMING PLAYBACK.
package struct WatchLater: Equatable, Sendable {
    /// Where the file was left, in seconds.
    package var position: Double
    /// The file's path or URL, where mpv was told to write it down.
    package var path: String?

    /// Reads an entry; nil: it holds no position, as one that only marks a directory.
    package init?(_ text: String) {
        var position: Double?
        for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let line = String(Substring(line))
            if line.hasPrefix("# "), path == nil {
                path = String(line.dropFirst(2))
            } else if line.hasPrefix("start=") {
                position = Double(line.dropFirst(6))
            }
        }
        guard path != "redirect entry", let position, position.isFinite, position >= 0 else {
            return nil
        }
        self.position = position
    }

    /// The name of the entry of a path or URL, as mpv was given it.
    package static func name(of path: String) -> String {
        MD5.hexadecimal(of: path.utf8).uppercased()
    }

    /// Whether a file may be an entry, by its name.
    package static func isName(_ name: String) -> Bool {
        name.utf8.count == 32
            && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
    }
}
