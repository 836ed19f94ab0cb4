// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The rule that determines, from the alias records, to which item a name refers.
///
/// The result depends only on the records, so all devices agree, in whatever order the records
/// arrive.
package enum AliasTable {
    /// The maximum number of aliases between a name and its item.
    ///
    /// A chain of several aliases arises only when devices make aliases independently. If a chain
    /// is longer than this, its first name is treated as an item.
    package static let depth = 16

    /// Returns the item to which `name` refers; `target` returns `nil` for a name that is not an
    /// alias.
    ///
    /// Two devices may have made two names aliases of each other. On every device, the item of such
    /// a cycle is the name that is smallest byte by byte.
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

    /// Returns the names whose item may change when the records of `names` change: the names
    /// themselves, and their aliases.
    ///
    /// Each name occurs once: first `names`, then their aliases, then the aliases of these.
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
