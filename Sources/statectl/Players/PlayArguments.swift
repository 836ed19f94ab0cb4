// SPDX-License-Identifier: Apache-2.0

/// The arguments for mpv, which knows its own options.
struct PlayArguments: Equatable {
    /// The arguments, in their order.
    let words: [String]

    /// True if the arguments name a file or URL.
    ///
    /// mpv's options are one word each, except in the old form `-option value`; that value counts
    /// as a file here, and mpv reports the error.
    var nameSomething: Bool {
        guard let end = words.firstIndex(of: "--") else { return words.contains(where: isItem) }
        return words.count > end + 1 || words[..<end].contains(where: isItem)
    }

    /// Returns the indices of the arguments that are neither files nor URLs.
    ///
    /// The word after an option in the old form, `-option value`, may be its value.
    ///
    /// - Parameter exists: returns true if a file exists.
    /// - Returns: the indices, in order.
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

    /// The files and URLs among the arguments.
    var items: [String] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return words[..<end].filter { !$0.hasPrefix("-") } + words[end...].dropFirst()
    }

    /// Returns the command that starts a player.
    ///
    /// - Parameters:
    ///   - ipc: the descriptor of the IPC connection.
    ///   - remembers: true if mpv's own memory decides where files continue.
    ///   - script: the script that makes mpv load each file at its position; `nil` for none.
    /// - Returns: the program, and its arguments.
    func command(ipc: Int32, remembers: Bool, script: String? = nil) -> [String] {
        let own =
            ["--input-ipc-client=fd://\(ipc)"]
            + (remembers ? [] : ["--watch-later-options-remove=start"])
            + (script.map { ["--script=\($0)"] } ?? [])
        // statectl's options come first, so that the user's options override them.
        return ["mpv"] + own + words
    }

    private static func isOldOption(_ word: String) -> Bool {
        word.hasPrefix("-") && !word.hasPrefix("--") && word != "-"
    }

    /// Returns true for an argument such as `https://…` or `magnet:…`.
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
