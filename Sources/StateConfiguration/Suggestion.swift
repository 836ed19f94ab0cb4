// SPDX-License-Identifier: Apache-2.0
internal import StateModel

enum Suggestion {
    static func nearest(to wrong: String) -> String? {
        let keys = ConfigurationKey.all.map(\.name) + ConfigurationTable.all.map(\.name)
        let plain = wrong.lowercased().replacing("_", with: "-")
        if let key = keys.first(where: { $0 == plain || $0.hasSuffix("." + plain) }) { return key }
        // The names of environment variables have no dots.
        let dot = plain.contains(".") ? "." : "-"
        return Spelling.nearest(to: plain, of: keys) { $0.replacing(".", with: dot) }
    }
}
