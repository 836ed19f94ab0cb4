// SPDX-License-Identifier: Apache-2.0

/// An incremental sort: no single call takes as long as sorting everything.
///
/// Elements are sorted in runs on insertion, and the runs are merged as elements are removed. All
/// elements are inserted before the first is removed.
struct SortedRuns<Element: Comparable> {
    /// The rest of a sorted run, at least one element; runs are ordered by their first element.
    private struct Run: Comparable {
        var rest: ArraySlice<Element>

        static func < (one: Run, other: Run) -> Bool {
            one.rest[one.rest.startIndex] < other.rest[other.rest.startIndex]
        }
    }

    /// The elements that are not sorted yet.
    private var open: [Element] = []
    private var runs = Heap<Run>()
    /// The number of elements inserted since the collection was last empty.
    private(set) var count = 0

    /// The number of elements in a run: sorting them takes some ten microseconds.
    private static var length: Int { 512 }

    /// Adds an element.
    mutating func insert(_ element: Element) {
        open.append(element)
        count += 1
        if open.count >= Self.length { endRun() }
    }

    /// Removes and returns the smallest elements in order, at most `limit` of them.
    mutating func popFirst(_ limit: Int) -> [Element] {
        if !open.isEmpty { endRun() }
        var first: [Element] = []
        first.reserveCapacity(min(limit, count))
        while first.count < limit, var run = runs.first {
            first.append(run.rest.removeFirst())
            if run.rest.isEmpty {
                _ = runs.popFirst()
            } else {
                runs.replaceFirst(with: run)
            }
        }
        if runs.first == nil { self = SortedRuns() }
        return first
    }

    private mutating func endRun() {
        runs.insert(Run(rest: open.sorted()[...]))
        open.removeAll(keepingCapacity: true)
    }
}
