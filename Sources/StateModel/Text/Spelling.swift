// SPDX-License-Identifier: Apache-2.0

package enum Spelling {
    /// Returns the known word that is most similar to a misspelled one; `nil` if none is similar.
    ///
    /// `written` returns the form of a known word that is compared with `wrong`.
    package static func nearest(
        to wrong: String,
        of words: [String],
        written: (String) -> String = { $0 }
    ) -> String? {
        let ranked = words.map { (word: $0, distance: distance(wrong, written($0))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        let most = min(max(1, best.word.count / 4), wrong.count - 1)
        return best.distance <= most ? best.word : nil
    }

    /// Returns the optimal string alignment distance of two words: the number of insertions,
    /// deletions, substitutions, and transpositions of adjacent characters.
    static func distance(_ from: String, _ to: String) -> Int {
        let (source, target) = (Array(from), Array(to))
        var before: [Int] = []
        var last = Array(0...target.count)
        for index in source.indices {
            var row = [index + 1]
            for column in target.indices {
                let isSame = source[index] == target[column]
                var best = min(
                    last[column] + (isSame ? 0 : 1),
                    last[column + 1] + 1,
                    row[column] + 1
                )
                if index > 0, column > 0, source[index] == target[column - 1],
                    source[index - 1] == target[column]
                {
                    best = min(best, before[column - 1] + 1)
                }
                row.append(best)
            }
            (before, last) = (last, row)
        }
        return last[target.count]
    }
}
