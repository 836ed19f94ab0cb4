// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

/// The record of the items that were last cleared together, for `statectl undo --all`.
///
/// The daemon's history does not say which items were cleared together.
struct ClearedItems {
    private let path = "\(UserFolder.state)/stated/cleared"
    let socket: String

    /// The items; empty if they belong to another daemon.
    var items: [String] {
        let text = FilePath.content(path, most: .max) ?? []
        let lines = text.split(separator: 0x0A).map { JSONValue.parse(Array($0))?.string }
        guard lines.first == socket else { return [] }
        return lines.dropFirst().compactMap(\.self)
    }

    /// Replaces the record; returns the failure if it cannot be written.
    ///
    /// Such a failure is not that of the command, because items are cleared without a record, too.
    /// Names are written as JSON, because they may contain line feeds.
    func write(_ items: [String]) -> Failure? {
        var bytes: [UInt8] = []
        for line in [socket] + items { bytes += JSONValue.string(line).encoded + [0x0A] }
        do throws(Failure) {
            try NewFile.write(bytes, to: path)
            return nil
        } catch {
            return error
        }
    }

    static func warn(of failure: Failure) {
        Output.notice("“statectl undo --all” will not restore these items: \(failure.message)")
    }

    /// Removes the record; if that fails, prints a notice, because the items are restored.
    func forget() {
        do throws(Failure) {
            try FilePath.remove(path)
        } catch {
            Output.notice("“statectl undo --all” will restore these items again: \(error.message)")
        }
    }
}
