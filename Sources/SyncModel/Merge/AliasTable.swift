// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The resolution of names to items, as far as the records of aliases say.
///
/// It follows from the records alone, so it is the same on every device, in whichever order they
/// arrived.
package enum AliasTable {
    /// The largest number of records that lead from a name to its item.
    ///
    /// A device makes an alias of an item's own name, so a chain has one record for each device that
    /// made one without knowing the others. A name at the end of a longer chain stands for itself.
    package static let depth = 16

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
        var last = name
        while let next = try target(last) {
            if let start = path.firstIndex(where: { ExactString($0) == ExactString(next) }) {
                return path[start...].min { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? name
            }
            guard path.count <= depth else { return name }
            path.append(next)
            last = next
        }
        return last
    }

    /// Returns the names that may lead elsewhere once the records of `names` changed: these, and
    /// those whose records lead to them.
    ///
    /// - Parameters:
    ///   - names: Names whose records changed, or whose item appeared.
    ///   - aliases: The names whose own records lead to a name.
    /// - Returns: Each name once, those that the records of others lead to first.
    /// - Throws: The errors of `aliases`.
    package static func affected<Failure: Error>(
        by names: [String],
        _ aliases: (String) throws(Failure) -> [String]
    ) throws(Failure) -> [String] {
        var found: [String] = []
        var visited: Set<ExactString> = []
        var level = names
        for _ in 0...depth where !level.isEmpty {
            level = level.filter { visited.insert(ExactString($0)).inserted }
            found += level
            var next: [String] = []
            for name in level { next += try aliases(name) }
            level = next
        }
        return found
    }
}
