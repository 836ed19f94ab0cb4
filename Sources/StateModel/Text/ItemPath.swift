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
