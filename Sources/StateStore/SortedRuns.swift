/// Sorts what is put in, bit by bit: nothing that is asked of it takes as long as sorting everything.
///
/// What comes is sorted in runs, and these are merged as the smallest is asked for. All of it is put
/// in before anything is taken out.
struct SortedRuns<Element: Comparable> {
    private var elements: [Element] = []
    /// Where the run begins that is not sorted yet.
    private var open = 0
    /// What is left of each sorted run: a binary heap, ordered by the runs' first elements.
    private var runs: [Range<Int>] = []

    /// How many elements a run has: sorting them takes some ten microseconds.
    private static var length: Int { 512 }

    /// How many elements were put in since the last of those before was taken out.
    var count: Int { elements.count }

    /// Adds an element.
    mutating func insert(_ element: Element) {
        elements.append(element)
        if elements.count - open >= Self.length { endRun() }
    }

    /// Takes out the smallest elements in their order, so many of them at most.
    mutating func popFirst(_ count: Int) -> [Element] {
        if open < elements.count { endRun() }
        var first: [Element] = []
        first.reserveCapacity(min(count, elements.count))
        while first.count < count, let run = runs.first {
            first.append(elements[run.lowerBound])
            if run.count > 1 {
                runs[0] = run.dropFirst()
            } else {
                runs.swapAt(0, runs.count - 1)
                runs.removeLast()
            }
            siftDown()
        }
        if runs.isEmpty { self = SortedRuns() }
        return first
    }

    private mutating func endRun() {
        elements[open...].sort()
        runs.append(open..<elements.count)
        open = elements.count
        var child = runs.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard isBefore(runs[child], runs[parent]) else { return }
            runs.swapAt(child, parent)
            child = parent
        }
    }

    private func isBefore(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        elements[one.lowerBound] < elements[other.lowerBound]
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            let left = 2 * parent + 1
            let right = left + 1
            guard left < runs.count else { return }
            let child = right < runs.count && isBefore(runs[right], runs[left]) ? right : left
            guard isBefore(runs[child], runs[parent]) else { return }
            runs.swapAt(child, parent)
            parent = child
        }
    }
}
