// SPDX-License-Identifier: Apache-2.0
import Glibc

enum Candidates {
    static let limit = 1_000

    static func matching(_ prefix: String, in names: [String]) -> [String] {
        let start = plain(prefix)
        var seen: Set<String> = []
        return names.filter { name in
            name.hasPrefix(start) && isPrintable(name) && seen.insert(name).inserted
        }
    }

    /// Returns a typed word without the shell's quotes and backslashes.
    static func plain(_ word: String) -> String {
        var text = ""
        var isEscaped = false
        var quote: Character?
        for letter in word {
            if isEscaped {
                text.append(letter)
                isEscaped = false
            } else if letter == "\\", quote != "'" {
                isEscaped = true
            } else if letter == quote {
                quote = nil
            } else if quote == nil, letter == "'" || letter == "\"" {
                quote = letter
            } else {
                text.append(letter)
            }
        }
        return text
    }

    /// Escapes a candidate for a shell's completion script.
    ///
    /// Otherwise, bash would execute a name such as `$(reboot)`, and zsh would take the text after
    /// a colon for a description.
    static func escaped(_ name: String, for shell: String?) -> String {
        switch shell {
        case "bash": escaped(name) { !isHarmless($0) }
        case "zsh": escaped(name) { $0 == "\\" || $0 == ":" }
        default: name
        }
    }

    /// Returns true if bash would expand a part of a completed name, or execute it.
    ///
    /// After a word without quotes, bash escapes only the last part of a name that is not a file.
    static func isExpanded(_ name: String, after prefix: String) -> Bool {
        guard let slash = name.lastIndex(of: "/"), !prefix.hasPrefix("'"), !prefix.hasPrefix("\"")
        else { return false }
        return name[..<slash].contains { $0 == "$" || $0 == "`" } && access(name, F_OK) != 0
    }

    private static func escaped(_ name: String, _ isSpecial: (Character) -> Bool) -> String {
        name.reduce(into: "") { text, letter in
            if isSpecial(letter) { text.append("\\") }
            text.append(letter)
        }
    }

    private static func isHarmless(_ letter: Character) -> Bool {
        !letter.isASCII || letter.isLetter || letter.isNumber || "/._-:@%+=,".contains(letter)
    }

    private static func isPrintable(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}
