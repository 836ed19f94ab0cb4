// SPDX-License-Identifier: Apache-2.0

/// The display names of items: the title, or else the last part of the path.
enum ItemName {
    /// Returns the name of `item`, with control characters made visible.
    static func of(_ item: String, title: String?) -> String {
        if let title, !title.isEmpty { return title.visible }
        let (text, _) = lastParts(1, of: item)
        return text.isEmpty ? item.visible : text
    }

    /// Returns the last parts of an item's path, with control characters made visible.
    ///
    /// With enough parts, it is the whole item.
    static func tail(of item: String, parts: Int) -> String {
        let (text, count) = lastParts(parts, of: item)
        return parts < count ? text : item.visible
    }

    /// Returns the last parts of an item's path, and the number of all parts.
    private static func lastParts(_ parts: Int, of item: String) -> (text: String, count: Int) {
        let scheme = item.firstRange(of: "://")
        let path = scheme.map { item[$0.upperBound...] } ?? item[...]
        let all = path.split(separator: "/")
        let tail = all.suffix(parts).joined(separator: "/")
        return ((scheme == nil ? tail : decoded(tail)).visible, all.count)
    }

    /// Returns true if a list may show an item as `word`: by its title, the last parts of its path,
    /// or both.
    static func isShown(_ item: String, _ title: String?, as word: String) -> Bool {
        guard let title = title?.visible, !title.isEmpty else { return ends(item, nil, as: word) }
        if word.visible == title { return true }
        guard word.visible.hasSuffix(": \(title)") else { return false }
        return ends(item, nil, as: String(word.visible.dropLast(title.count + 2)))
    }

    /// Returns true if `word` is the last parts of an item's path; the title does not count.
    static func ends(_ item: String, _ title: String?, as word: String) -> Bool {
        let parts = word.split(separator: "/").count
        let (text, count) = lastParts(parts, of: item)
        return item.visible == word.visible
            || parts > 0 && parts <= count && text == word.visible
    }

    /// Returns a URI's text with percent-encoding resolved, if that gives valid text.
    private static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(digits, radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? text
    }
}
