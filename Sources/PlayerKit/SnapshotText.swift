// SPDX-License-Identifier: Apache-2.0
internal import StateModel

package enum SnapshotText {
    /// Returns the title; `nil` if it only repeats the end of the file's name, or may contain a
    /// secret of a URL.
    package static func title(_ title: String?, of file: String?) -> String? {
        guard let title, !title.isEmpty, file?.hasSuffix(title) != true,
            PublicAddress.of("http://x/\(title)") == "http://x/\(title)",
            PublicAddress.of(title) == title
        else { return nil }
        return cut(title, to: Limits.titleBytes)
    }

    package static func reason(_ reason: String) -> String {
        cut(reason, to: Limits.reasonBytes)
    }

    private static func cut(_ text: String, to bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: bytes)
        while end.samePosition(in: text.unicodeScalars) == nil {
            end = text.utf8.index(before: end)
        }
        return String(text[..<end])
    }
}
