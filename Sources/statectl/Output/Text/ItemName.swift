// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The displayed name of an item: its title, or the last part of its path.
enum ItemName {
    static func of(_ item: String, title: String?) -> String {
        if let title, !title.isEmpty { return title.visible }
        let (text, _) = lastParts(1, of: item)
        return text.isEmpty ? item.visible : text
    }

    /// Returns the last parts of an item's path; control characters are escaped.
    ///
    /// If the path has no more than `parts` parts, the item's full name is returned.
    static func tail(of item: String, parts: Int) -> String {
        let (text, count) = lastParts(parts, of: item)
        return parts < count ? text : item.visible
    }

    private static func lastParts(_ parts: Int, of item: String) -> (text: String, count: Int) {
        let (text, count) = ItemPath.tail(of: item, parts: parts)
        return (text.visible, count)
    }

    /// Returns true if a list may show the item as `word`: its title, the end of its path, or both.
    static func isShown(_ item: String, _ title: String?, as word: String) -> Bool {
        guard let title = title?.visible, !title.isEmpty else { return ends(item, nil, as: word) }
        if word.visible == title { return true }
        guard word.visible.hasSuffix(": \(title)") else { return false }
        return ends(item, nil, as: String(word.visible.dropLast(title.count + 2)))
    }

    /// Returns true if `word` is the end of the item's path; the title is ignored.
    static func ends(_ item: String, _ title: String?, as word: String) -> Bool {
        let parts = word.split(separator: "/").count
        let (text, count) = lastParts(parts, of: item)
        return item.visible == word.visible
            || parts > 0 && parts <= count && text == word.visible
    }
}
