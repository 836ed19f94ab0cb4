/// What somebody meant who wrote a word that is none.
package enum Spelling {
    /// The word that a wrong one most likely stands for.
    ///
    /// - Parameters:
    ///   - wrong: what was written.
    ///   - words: those there are.
    ///   - written: how one of them would have been written there.
    /// - Returns: that word; nil: none is near.
    package static func nearest(
        to wrong: String,
        of words: [String],
        written: (String) -> String = { $0 }
    ) -> String? {
        let ranked = words.map { (word: $0, distance: distance(wrong, written($0))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.word.count / 4) ? best.word : nil
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
