// SPDX-License-Identifier: Apache-2.0
internal import Varlink

package enum FeedList: String, Sendable {
    case json, txt, opml

    package var contentType: String {
        switch self {
        case .json: "application/json"
        case .txt: "text/plain; charset=utf-8"
        case .opml: "text/x-opml+xml; charset=utf-8"
        }
    }

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

    /// Parses a list in this format; returns `nil` if it is malformed or cut off, or if a feed has no
    /// address.
    ///
    /// Otherwise the upload would remove the feeds that are missing.
    package func feeds(in bytes: [UInt8]) -> [String]? {
        switch self {
        case .json:
            guard case .array(let elements)? = JSONValue.parse(bytes) else { return nil }
            let feeds = elements.compactMap {
                $0.string ?? $0["feed"]?.string ?? $0["url"]?.string
            }
            return feeds.count == elements.count ? feeds : nil
        case .txt:
            return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
                .map { String($0).trimmed }.filter { !$0.isEmpty }
        case .opml:
            let parts = bytes.split(separator: Array("<outline".utf8))
            guard parts.first?.contains(Array("<opml".utf8)) ?? false,
                parts.last?.contains(Array("</opml>".utf8)) ?? false
            else { return nil }
            let outlines = parts.dropFirst().compactMap(Self.attributes)
            let isWhole = outlines.allSatisfy { outline in
                outline["xmlurl"] != nil || outline["type"]?.lowercased() != "rss"
            }
            guard isWhole, outlines.count == parts.count - 1 else { return nil }
            return outlines.compactMap { $0["xmlurl"] }
        }
    }

    /// Returns the attributes of an element, by name in lower case; `nil` if a value has no end.
    private static func attributes(of element: ArraySlice<UInt8>) -> [String: String]? {
        var (rest, found) = (element, [String: String]())
        while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
            let value = rest[equals...].dropFirst().drop { $0 <= 0x20 }
            guard let quote = value.first, "\"'".utf8.contains(quote) else { break }
            let text = value.dropFirst().prefix { $0 != quote }
            guard text.endIndex < value.endIndex else { return nil }
            let name = String(decoding: rest[..<equals], as: UTF8.self).trimmed.lowercased()
            found[name] = unescaped(String(decoding: text, as: UTF8.self))
            rest = value.dropFirst(text.count + 2)
        }
        return found
    }

    private static let entities: [(letter: Unicode.Scalar, name: String)] = [
        ("\"", "quot;"), ("'", "apos;"), ("<", "lt;"), (">", "gt;"), ("&", "amp;"), ("'", "#39;"),
        ("&", "#38;"),
    ]

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            entities.first { $0.letter == scalar }.map { "&" + $0.name } ?? String(scalar)
        }.joined()
    }

    private static func unescaped(_ text: String) -> String {
        let parts = text.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
            let entity = entities.first { part.starts(with: $0.name.unicodeScalars) }
            text.unicodeScalars.append(entity?.letter ?? "&")
            text.unicodeScalars += part.dropFirst(entity?.name.count ?? 0)
        }
    }
}
