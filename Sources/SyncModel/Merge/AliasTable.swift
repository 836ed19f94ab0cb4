// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The resolution of names to items by the records of aliases.
///
/// The result depends only on the records, and is the same on all devices in any order of arrival.
package enum AliasTable {
    /// The maximum number of alias records followed from a name to its item.
    ///
    /// A chain has one record for each device that made an alias independently. A name from which a
    /// longer chain begins counts as an item.
    package static let depth = 16

    /// Returns the item that `name` leads to.
    ///
    /// Two devices may have made two names aliases of each other. The smallest name of such a
    /// cycle, byte by byte, is the item on every device.
    ///
    /// - Parameters:
    ///   - name: A name of an item.
    ///   - target: The name that a name's own record leads to; `nil` if the name is not an alias.
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

    /// Returns the names affected by changed records of `names`: the names themselves, and those
    /// that lead to them.
    ///
    /// - Parameters:
    ///   - names: Names with changed records or new items.
    ///   - aliases: The names whose own records lead to a name.
    /// - Returns: Each name once, targets before their aliases.
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
