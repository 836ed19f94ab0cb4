// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A URL of mpv that contains names of files, such as `edl://01.ogg;02.ogg` and
/// `archive://a.zip|b.ogg`.
///
/// mpv resolves relative names against its working directory, so the same URL can refer to
/// different files.
struct NestedName: Equatable {
    private enum Part: Equatable {
        case text(String)
        /// The name of a file or a URL; `isCounted` is true if mpv requires its length as a prefix.
        case name(String, isCounted: Bool)
    }

    private let scheme: String
    private let parts: [Part]

    init?(scheme: String, rest: Substring) {
        self.scheme = scheme
        switch scheme {
        case "edl": parts = Self.segments(rest)
        case "archive":
            let end = rest.firstIndex(of: "|") ?? rest.endIndex
            guard let path = PercentEscapes.decoded(rest[..<end]) else { return nil }
            parts = [.name(path, isCounted: false), .text(String(rest[end...]))]
        case "slice":
            guard let at = rest.firstIndex(of: "@") else { return nil }
            let start = rest.index(after: at)
            parts = [.text(String(rest[..<start])), Self.name(rest[start...])]
        case "appending": parts = [Self.name(rest)]
        case "mf":
            let isList = rest.first == "@"
            parts = [.text(isList ? "@" : ""), Self.name(isList ? rest.dropFirst() : rest)]
        case "lavf", "ffmpeg":
            guard let prefix = ["file:", "concat:"].first(where: rest.hasPrefix) else { return nil }
            let names = rest.dropFirst(prefix.count)
            let list = prefix == "concat:" ? names.split(separator: "|") : [names]
            let separated = list.map { [Self.name($0)] }.joined(separator: [.text("|")])
            parts = [.text(prefix)] + separated
        default: return nil
        }
    }

    private static func name(_ text: Substring) -> Part { .name(String(text), isCounted: false) }

    /// Returns the parts of an edit list; see mpv(1), EDL.
    private static func segments(_ text: Substring) -> [Part] {
        var parts: [Part] = []
        var rest = text
        while !rest.isEmpty {
            let isName = !"!;\n".contains(rest.first ?? ";")
            if isName, let counted = Self.counted(rest) {
                parts.append(.name(String(counted), isCounted: true))
                rest = text[counted.endIndex...]
            } else if isName {
                let end = rest.firstIndex { ",;\n".contains($0) } ?? rest.endIndex
                parts.append(.name(String(rest[..<end]), isCounted: false))
                rest = rest[end...]
            }
            let next = rest.firstIndex { ";\n".contains($0) }.map { rest.index(after: $0) }
            let end = next ?? rest.endIndex
            parts.append(.text(String(rest[..<end])))
            rest = rest[end...]
        }
        return parts
    }

    /// Returns the name in `%LENGTH%NAME`, where the length is in bytes.
    private static func counted(_ text: Substring) -> Substring? {
        let parts = text.split(separator: "%", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, let length = Int(parts[1]), length >= 0,
            let end = parts[2].utf8.index(
                parts[2].startIndex,
                offsetBy: length,
                limitedBy: parts[2].endIndex
            )
        else { return nil }
        return parts[2][..<end]
    }

    /// Returns the URL with each name replaced by the result of the closure `name`; `nil` if one of
    /// the results is `nil`.
    func text(_ name: (String) -> String?) -> String? {
        var text = "\(scheme)://"
        for part in parts {
            switch part {
            case .text(let plain): text += plain
            case .name(let inner, let isCounted):
                guard let full = name(inner) else { return nil }
                let counts = isCounted || scheme == "edl" && full.contains { "=%,;\n".contains($0) }
                text += counts ? "%\(full.utf8.count)%\(full)" : full
            }
        }
        return text
    }
}

extension CanonicalName {
    /// Returns the path of the local file that a name refers to, or that contains the item; `nil`
    /// for any other name.
    package static func file(of name: String) -> String? {
        if name.utf8.first == UInt8(ascii: "/") { return name }
        for prefix in ["archive://", "edl://", "appending://"] where name.hasPrefix(prefix + "/") {
            return String(name.dropFirst(prefix.count).prefix { $0 != "|" && $0 != ";" })
        }
        return nil
    }
}
