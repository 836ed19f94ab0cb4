// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A file's entry in mpv's watch_later directory; see mpv(1), RESUMING PLAYBACK.
package struct WatchLater: Equatable, Sendable {
    package var position: Double
    /// The path or URL of the file, if mpv is configured to write it.
    package var path: String?

    /// Parses the text of an entry; `nil` if it contains no position, like the entry of a
    /// directory.
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

    /// Returns the file name of the entry for a path or URL, as given to mpv.
    package static func name(of path: String) -> String {
        MD5.hexadecimal(of: path.utf8).uppercased()
    }

    package static func isName(_ name: String) -> Bool {
        name.utf8.count == 32
            && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
    }
}
