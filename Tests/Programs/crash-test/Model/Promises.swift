// SPDX-License-Identifier: Apache-2.0

/// What a workload has written, and what of it was acknowledged, at some moment.
///
/// Each subject has the values that were written to it, in order. After a power cut it has the
/// value that was acknowledged last, or one of those written later.
package struct Promises: Sendable {
    private struct Subject: Sendable {
        var values: [String] = [absent]
        /// The index of the value that was acknowledged last.
        var promised = 0
        /// Values whose commit failed, until the next one succeeds.
        var doubtful: [String] = []
        /// True if it may be absent, too, from now on.
        var mayGo = false

        func committed(_ isKept: Bool) -> Subject {
            var subject = self
            subject.doubtful = []
            if !isKept {
                subject.doubtful = Array(values[(promised + 1)...])
                subject.values.removeLast(subject.doubtful.count)
            }
            subject.promised = subject.values.count - 1
            return subject
        }
    }

    /// The value of a subject that was never written.
    package static let absent = "-"
    private var subjects: [String: Subject] = [:]
    /// The number of promises that were given.
    package private(set) var count = 0

    /// Creates the promises of a workload that has not begun.
    package init() {}

    /// Reads a line that a workload wrote.
    ///
    /// It is `w SUBJECT VALUE`; `g SUBJECT` for one that may go unasked; `p`, which promises all
    /// that was written; or `f` if the commit of what was written failed.
    package mutating func read(_ line: Substring) {
        let words = line.split(separator: " ", maxSplits: 2)
        if words.count == 2 {
            subjects[String(words[1])]?.mayGo = true
        } else if words.count == 3 {
            subjects[String(words[1]), default: Subject()].values.append(String(words[2]))
        } else {
            let isKept = line == "p"
            subjects = subjects.mapValues { $0.committed(isKept) }
            if isKept { count += 1 }
        }
    }

    /// Throws if what a restart found is not what was promised.
    package func check(_ found: [String: String]) throws(Violation) {
        for (name, subject) in subjects.sorted(by: { $0.key < $1.key }) {
            let value = found[name] ?? Self.absent
            if subject.mayGo, value == Self.absent { continue }
            let possible = subject.values[subject.promised...] + subject.doubtful
            guard !possible.contains(value) else { continue }
            throw Violation(
                "\(name) is \(value); promised is \(subject.values[subject.promised]), and possible: "
                    + possible.dropFirst().joined(separator: " ")
            )
        }
        for name in found.keys.sorted() where subjects[name] == nil {
            throw Violation("\(name) is there, and was never written")
        }
    }
}
