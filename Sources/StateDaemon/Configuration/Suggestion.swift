/// Finds the key that somebody meant.
enum Suggestion {
    /// The key that a wrong one most likely stands for; nil: none is near.
    static func nearest(to wrong: String) -> String? {
        let keys = ConfigurationKey.all.map(\.name) + ConfigurationTable.all.map(\.name)
        let plain = wrong.lowercased().replacing("_", with: "-")
        if let key = keys.first(where: { $0 == plain || $0.hasSuffix("." + plain) }) { return key }
        // The environment has no dots.
        let dot = plain.contains(".") ? "." : "-"
        let ranked = keys.map { key in
            (key: key, distance: distance(plain, key.replacing(".", with: dot)))
        }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.key.count / 4) ? best.key : nil
    }

    /// The Levenshtein distance: insertions, deletions and substitutions from one to the other.
    static func distance(_ from: String, _ to: String) -> Int {
        let target = Array(to)
        var row = Array(0...target.count)
        for (index, letter) in from.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in target.indices {
                let substituted = diagonal + (target[column] == letter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
            }
        }
        return row[target.count]
    }
}
