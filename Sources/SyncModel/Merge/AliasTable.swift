// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The resolution of names to items, as far as the records of aliases say.
package enum AliasTable {
    /// Returns the item's own name that `name` leads to.
    ///
    /// Two devices may each have made one of two names an alias of the other. Merge reads only two
    /// records, so both stay. The smallest name of the ring, byte by byte, is then the item's own
    /// name on every device.
    ///
    /// - Parameters:
    ///   - name: A name of an item.
    ///   - target: The name that a name's own record leads to; `nil` if the name stands for itself.
    /// - Returns: The item's own name.
    /// - Throws: The errors of `target`.
    package static func item<Failure: Error>(
        of name: String,
        by target: (String) throws(Failure) -> String?
    ) throws(Failure) -> String {
        var path = [name]
        var visited: Set<ExactString> = [ExactString(name)]
        while let last = path.last, let next = try target(last) {
            if !visited.insert(ExactString(next)).inserted {
                let ring = path.drop { ExactString($0) != ExactString(next) }
                return ring.min { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? name
            }
            path.append(next)
        }
        return path.last ?? name
    }
}
