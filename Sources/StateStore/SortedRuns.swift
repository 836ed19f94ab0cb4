/// Sorts what is put in, bit by bit: nothing that is asked of it takes as long as sorting everything.
///
/// What comes is sorted in runs, and these are merged as the smallest is asked for. All of it is put
/// in before anything is taken out.
struct SortedRuns<Element: Comparable> {
    /// What is left of a sorted run, one element at least; runs are ordered by their first.
    private struct Run: Comparable {
        var rest: ArraySlice<Element>

        static func < (one: Run, other: Run) -> Bool {
            one.rest[one.rest.startIndex] < other.rest[other.rest.startIndex]
        }
    }

    /// What is not sorted yet.
    private var open: [Element] = []
    private var runs = Heap<Run>()
    /// How many elements were put in since the last of those before was taken out.
    private(set) var count = 0

    /// How many elements a run has: sorting them takes some ten microseconds.
    private static var length: Int { 512 }

    /// Adds an element.
    mutating func insert(_ element: Element) {
        open.append(element)
        count += 1
        if open.count >= Self.length { endRun() }
    }

    /// Takes out the smallest elements in their order, so many of them at most.
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
