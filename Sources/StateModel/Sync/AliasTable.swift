/// Which item a name stands for, as far as the records of aliases say.
package enum AliasTable {
    /// The item's own name that `name` leads to.
    ///
    /// Two devices may each have made one of two names an alias of the other. Merge reads two
    /// records and no more, so both stay; the smallest name of the ring, byte by byte, is then
    /// the item's own on every device.
    ///
    /// - Parameters:
    ///   - name: a name of an item.
    ///   - target: what a name stands for by its own record; nil: for itself.
    /// - Returns: the item's own name.
    /// - Throws: whatever `target` does.
    package static func item<Failure: Error>(
        of name: String,
        by target: (String) throws(Failure) -> String?
    ) throws(Failure) -> String {
        var path = [name]
        var visited: Set<Verbatim> = [Verbatim(name)]
        while let last = path.last, let next = try target(last) {
            if !visited.insert(Verbatim(next)).inserted {
                let ring = path.drop { Verbatim($0) != Verbatim(next) }
                return ring.min { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? name
            }
            path.append(next)
        }
        return path.last ?? name
    }
}
