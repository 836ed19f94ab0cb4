// SPDX-License-Identifier: Apache-2.0

package enum ItemPath {
    /// Returns the last components of an item's path, and the total number of components.
    ///
    /// The percent escapes of a URL are decoded if the result is valid text; a percent sign that
    /// begins no escape is kept.
    package static func tail(
        of item: String,
        parts: Int = 1
    ) -> (text: String, count: Int) {
        let scheme = item.utf8.contains(UInt8(ascii: ":")) ? item.firstRange(of: "://") : nil
        let path = scheme.map { item[$0.upperBound...] } ?? item[...]
        let all = path.split(separator: "/")
        let tail = all.suffix(parts).joined(separator: "/")
        return (
            scheme == nil ? tail : PercentEscapes.decoded(tail[...], keepsStray: true) ?? tail,
            all.count
        )
    }
}

// MARK: - Downloads

extension ItemPath {
    /// The suffixes that programs add to the name of a file until its download is complete.
    private static let downloadSuffixes = [".part", ".crdownload", ".!qB"]

    /// Returns the paths that a complete file may have had during its download.
    package static func downloads(of path: String) -> [String] {
        downloadSuffixes.map { path + $0 }
    }

    /// Returns the path that a file will have after its download; `nil` if that is complete.
    package static func complete(_ path: String) -> String? {
        downloadSuffixes.first { path.hasSuffix($0) }.map { String(path.dropLast($0.count)) }
    }
}
