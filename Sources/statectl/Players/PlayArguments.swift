// SPDX-License-Identifier: Apache-2.0

/// The arguments of `statectl play` for mpv, whose options this program does not know.
struct PlayArguments: Equatable {
    let words: [String]

    /// True if an argument is a file, a URL or an item.
    ///
    /// An option of mpv is one word, except in the old form `-option value`. That value is taken
    /// for a file.
    var nameSomething: Bool {
        guard let end = words.firstIndex(of: "--") else { return words.contains(where: isItem) }
        return words.count > end + 1 || words[..<end].contains(where: isItem)
    }

    /// Returns the indices of the arguments that are neither options, nor existing files, nor URLs.
    ///
    /// The word after an option in the old form `-option value` is not included, because it may be
    /// the value.
    func unknown(exists: (String) -> Bool) -> [Int] {
        let end = words.firstIndex(of: "--") ?? words.count
        return words.indices.filter { index in
            let word = words[index]
            guard index != end, word != "-", !exists(word), !Self.hasScheme(word) else {
                return false
            }
            guard index < end else { return true }
            let isValue = index > 0 && Self.isOldOption(words[index - 1])
            return !word.hasPrefix("-") && !isValue
        }
    }

    var items: [String] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return words[..<end].filter { !$0.hasPrefix("-") } + words[end...].dropFirst()
    }

    /// Returns the command line that starts mpv; `ipc` is the descriptor of the connection to it.
    ///
    /// `remembers` is true if mpv's own watch_later entries decide where a file starts. The script
    /// at the path `script` starts each file at its resume point.
    func command(ipc: Int32, remembers: Bool, script: String? = nil) -> [String] {
        let own =
            ["--input-ipc-client=fd://\(ipc)"]
            + (remembers ? [] : ["--watch-later-options-remove=start"])
            + (script.map { ["--script=\($0)"] } ?? [])
        // The user's options are the last, so that they override the others.
        return ["mpv"] + own + words
    }

    private static func isOldOption(_ word: String) -> Bool {
        word.hasPrefix("-") && !word.hasPrefix("--") && word != "-"
    }

    /// Returns true if the word begins with a URL scheme, such as `https:` or `magnet:`.
    private static func hasScheme(_ word: String) -> Bool {
        let scheme = word.prefix { $0 != ":" }
        return scheme.count > 1 && scheme.count < word.count
            && scheme.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
            }
    }

    private func isItem(_ word: String) -> Bool {
        !word.hasPrefix("-") || word == "-" || word.hasPrefix("--playlist=")
    }
}
