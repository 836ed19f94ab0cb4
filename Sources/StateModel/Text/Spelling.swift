// SPDX-License-Identifier: Apache-2.0

/// The correction of misspelled words.
package enum Spelling {
    /// Returns the known word that a misspelled one most likely stands for.
    ///
    /// - Parameters:
    ///   - wrong: The word as it was written.
    ///   - words: The known words.
    ///   - written: The form in which a known word would have been written there.
    /// - Returns: The known word; `nil` if none is near.
    package static func nearest(
        to wrong: String,
        of words: [String],
        written: (String) -> String = { $0 }
    ) -> String? {
        let ranked = words.map { (word: $0, distance: distance(wrong, written($0))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.word.count / 4) ? best.word : nil
    }

    /// Returns the Levenshtein distance: the number of insertions, deletions and substitutions.
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
