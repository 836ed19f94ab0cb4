// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Returns the longest prefix that has at most the given number of bytes in UTF-8.
    package func cut(to bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var end = utf8.index(startIndex, offsetBy: bytes)
        while end.samePosition(in: unicodeScalars) == nil { utf8.formIndex(before: &end) }
        return String(self[..<end])
    }
}
