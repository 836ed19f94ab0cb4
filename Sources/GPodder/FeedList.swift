// SPDX-License-Identifier: Apache-2.0
internal import Varlink

/// The forms of a list of feeds.
package enum FeedList: String, Sendable {
    case json, txt, opml

    /// The type of the content.
    package var contentType: String {
        switch self {
        case .json: "application/json"
        case .txt: "text/plain; charset=utf-8"
        case .opml: "text/x-opml+xml; charset=utf-8"
        }
    }

    /// Returns a list of addresses in this form.
    package func bytes(of feeds: [String]) -> [UInt8] {
        switch self {
        case .json: return JSONValue.array(feeds.map { .string($0) }).encoded
        case .txt: return Array(feeds.map { $0 + "\n" }.joined().utf8)
        case .opml:
            let outlines = feeds.map { feed in
                let text = Self.escaped(feed)
                return "<outline type=\"rss\" text=\"\(text)\" xmlUrl=\"\(text)\"/>\n"
            }
            let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n"
            let body = "<head><title>Podcasts</title></head>\n<body>\n\(outlines.joined())</body>"
            return Array("\(head)\(body)\n</opml>\n".utf8)
        }
    }

    /// Returns the addresses in a list of this form; `nil` for bytes of another form.
    package func feeds(in bytes: [UInt8]) -> [String]? {
        switch self {
        case .json:
            guard case .array(let elements)? = JSONValue.parse(bytes) else { return nil }
            return elements.compactMap { $0.string ?? $0["feed"]?.string ?? $0["url"]?.string }
        case .txt:
            return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
                .map { String($0).trimmed }.filter { !$0.isEmpty }
        case .opml:
            let parts = String(decoding: bytes, as: UTF8.self).split(separator: "<outline")
            guard parts.first?.contains("<opml") ?? false else { return nil }
            return parts.dropFirst().compactMap { Self.attribute("xmlurl", in: $0) }
        }
    }

    private static func attribute(_ name: String, in element: Substring) -> String? {
        guard let found = element.range(of: name + "=") else { return nil }
        let value = element[found.upperBound...]
        guard let quote = value.first, "\"'".contains(quote) else { return nil }
        return unescaped(value.dropFirst().prefix { $0 != quote })
    }

    private static let entities = [
        ("\"", "&quot;"), ("'", "&apos;"), ("<", "&lt;"), (">", "&gt;"), ("&", "&amp;"),
    ]

    private static func escaped(_ text: String) -> String {
        text.map { letter in
            entities.first { $0.0 == String(letter) }?.1 ?? String(letter)
        }.joined()
    }

    private static func unescaped(_ text: Substring) -> String {
        var text = String(text)
        for (letter, entity) in entities + [("'", "&#39;"), ("&", "&#38;")] {
            text = text.split(separator: entity, omittingEmptySubsequences: false)
                .joined(separator: letter)
        }
        return text
    }
}

extension Substring {
    /// Returns the first range of an ASCII text, in any case.
    fileprivate func range(of text: String) -> Range<Index>? {
        let lower = Substring(lowercased())
        guard let found = lower.firstRange(of: text) else { return nil }
        let start = lower.utf8.distance(from: lower.startIndex, to: found.lowerBound)
        guard lower.utf8.count == utf8.count else { return nil }
        let from = utf8.index(startIndex, offsetBy: start)
        return from..<utf8.index(from, offsetBy: text.utf8.count)
    }
}
