// SPDX-License-Identifier: Apache-2.0

/// What a workload has written, and what of it was acknowledged, at some moment.
///
/// After a power cut the subjects have the values that were acknowledged, or these and all of the
/// open commit: a commit is kept whole or not at all.
package struct Promises: Sendable {
    /// The value of a subject that was never written.
    package static let absent = "-"
    private var acknowledged: [String: String] = [:]
    /// What was written since the last commit.
    private var open: [String: String] = [:]
    /// What was written for a commit that failed, until the next one succeeds.
    private var doubtful: [String: String] = [:]
    /// The subjects that may be absent, whatever was written.
    private var loose: Set<String> = []
    /// The number of promises that were given.
    package private(set) var count = 0

    /// Creates the promises of a workload that has not begun.
    package init() {}

    /// Reads a line that a workload wrote.
    ///
    /// It is `w SUBJECT VALUE`; `g SUBJECT` for one that may be absent from now on, and `k SUBJECT` for
    /// one that may no longer; `p`, which promises all that was written; or `f` if the commit of what
    /// was written failed.
    package mutating func read(_ line: Substring) {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        switch (words.first, words.count) {
        case ("w", 3): open[words[1]] = words[2]
        case ("g", 2): loose.insert(words[1])
        case ("k", 2): loose.remove(words[1])
        case ("f", 1): (doubtful, open) = (open, [:])
        default:
            acknowledged.merge(open) { $1 }
            (doubtful, open) = ([:], [:])
            count += 1
        }
    }

    /// Throws if what a restart found is not what was promised.
    package func check(_ found: [String: String]) throws(Violation) {
        let candidates = [open, doubtful].filter { !$0.isEmpty }
            .map { acknowledged.merging($0) { $1 } }
        guard let difference = difference(found, acknowledged),
            candidates.allSatisfy({ self.difference(found, $0) != nil })
        else { return }
        let others = candidates.compactMap { self.difference(found, $0) }
        throw Violation(([difference] + others).joined(separator: "; with the open commit, "))
    }

    private func difference(_ found: [String: String], _ expected: [String: String]) -> String? {
        for name in Set(found.keys).union(expected.keys).sorted() {
            let value = found[name] ?? Self.absent
            let due = expected[name] ?? Self.absent
            if value == due || value == Self.absent && loose.contains(name) { continue }
            return "\(name) is \(value) instead of \(due)"
        }
        return nil
    }
}
