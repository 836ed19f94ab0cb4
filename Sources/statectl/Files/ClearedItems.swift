// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

/// The items that were cleared together last, for `statectl undo --all`.
///
/// The daemon's history has each of them, but not the list of them all.
struct ClearedItems {
    private let path: String
    private let socket: String

    /// Creates the record of the daemon at a socket.
    init(socket: String) {
        path = "\(UserFolder.state)/stated/cleared"
        self.socket = socket
    }

    /// The items; empty if there are none of this daemon.
    var items: [String] {
        let text = FilePath.wholeContent(path) ?? []
        let lines = text.split(separator: 0x0A).map { Self.text(Array($0)) }
        guard lines.first == socket else { return [] }
        return lines.dropFirst().compactMap(\.self)
    }

    /// Replaces the record.
    ///
    /// A name may contain anything, so each is a JSON text.
    func write(_ items: [String]) throws(Failure) {
        var bytes: [UInt8] = []
        for line in [socket] + items {
            var writer = JSONWriter()
            writer.string(line)
            bytes += writer.bytes + [0x0A]
        }
        try NewFile.write(bytes, to: path)
    }

    /// Removes the record.
    func forget() throws(Failure) {
        try FilePath.remove(path)
    }

    private static func text(_ json: [UInt8]) -> String? {
        var reader = JSONReader(json)
        guard case .string(let text) = try? reader.value() else { return nil }
        return text
    }
}
