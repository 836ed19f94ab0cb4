internal import StateModel

/// Finds the key that somebody meant.
enum Suggestion {
    /// The key that a wrong one most likely stands for; nil: none is near.
    static func nearest(to wrong: String) -> String? {
        let keys = ConfigurationKey.all.map(\.name) + ConfigurationTable.all.map(\.name)
        let plain = wrong.lowercased().replacing("_", with: "-")
        if let key = keys.first(where: { $0 == plain || $0.hasSuffix("." + plain) }) { return key }
        // The environment has no dots.
        let dot = plain.contains(".") ? "." : "-"
        return Spelling.nearest(to: plain, of: keys) { $0.replacing(".", with: dot) }
    }
}
