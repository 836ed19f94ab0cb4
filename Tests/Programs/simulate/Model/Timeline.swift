// SPDX-License-Identifier: Apache-2.0

/// A queue of scheduled events, earliest first: a binary heap.
struct Timeline<Happening> {
    private struct Entry {
        var time: Int
        var order: Int
        var happening: Happening

        func isBefore(_ other: Entry) -> Bool {
            (time, order) < (other.time, other.order)
        }
    }

    private var heap: [Entry] = []
    private var count = 0

    /// Schedules an event; events of the same time keep the order in which they were added.
    mutating func add(_ happening: Happening, at time: Int) {
        count += 1
        heap.append(Entry(time: time, order: count, happening: happening))
        var place = heap.count - 1
        while place > 0, heap[place].isBefore(heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// The time of the next event; `nil` if there is none.
    var next: Int? { heap.first?.time }

    /// Removes and returns the next event.
    mutating func take() -> Happening? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return first.happening
    }

    private mutating func sink() {
        var place = 0
        while true {
            let children = [2 * place + 1, 2 * place + 2].filter { $0 < heap.count }
            guard let least = children.min(by: { heap[$0].isBefore(heap[$1]) }),
                heap[least].isBefore(heap[place])
            else { return }
            heap.swapAt(place, least)
            place = least
        }
    }
}
