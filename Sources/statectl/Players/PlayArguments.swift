// SPDX-License-Identifier: Apache-2.0

/// The arguments for mpv, whose options are not known to this program.
struct PlayArguments: Equatable {
    let words: [String]

    /// True if an argument is a file or URL.
    ///
    /// An option of mpv is a single word, except in the old form `-option value`. That value is
    /// treated as a file, so that mpv reports the error.
    var nameSomething: Bool {
        guard let end = words.firstIndex(of: "--") else { return words.contains(where: isItem) }
        return words.count > end + 1 || words[..<end].contains(where: isItem)
    }

    /// Returns the indices of the arguments that are neither options, nor existing files, nor URLs.
    ///
    /// The word after an option in the old form, `-option value`, may be its value, and is
    /// therefore not included.
    ///
    /// - Parameter exists: Returns true if a file exists.
    /// - Returns: The indices, in order.
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

    /// Returns the command that starts mpv.
    ///
    /// - Parameters:
    ///   - ipc: The descriptor of the IPC connection.
    ///   - remembers: True if mpv's own watch_later entries decide at which position a file starts.
    ///   - script: The path of the script that loads each file at its resume point; `nil` for none.
    /// - Returns: The program and its arguments.
    func command(ipc: Int32, remembers: Bool, script: String? = nil) -> [String] {
        let own =
            ["--input-ipc-client=fd://\(ipc)"]
            + (remembers ? [] : ["--watch-later-options-remove=start"])
            + (script.map { ["--script=\($0)"] } ?? [])
        // The user's options follow, so that they override those of statectl.
        return ["mpv"] + own + words
    }

    private static func isOldOption(_ word: String) -> Bool {
        word.hasPrefix("-") && !word.hasPrefix("--") && word != "-"
    }

    /// Returns true if an argument begins with the scheme of a URL, such as `https://…` or
    /// `magnet:…`.
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
