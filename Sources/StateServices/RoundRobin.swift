/// Elements that have their turn one after the other, each of them once a round.
struct RoundRobin<Element: Hashable> {
    private var members: Set<Element> = []
    /// The order of the turns; elements that were removed are passed over.
    private var order: [Element] = []
    private var first = 0

    /// True if nobody waits for a turn.
    var isEmpty: Bool { members.isEmpty }

    /// The number of elements.
    var count: Int { members.count }

    /// Adds an element behind the others, unless it waits already.
    mutating func insert(_ element: Element) {
        guard members.insert(element).inserted else { return }
        order.append(element)
    }

    /// Removes an element.
    mutating func remove(_ element: Element) {
        members.remove(element)
    }

    /// Removes and returns the element whose turn it is; `nil` if nobody waits.
    mutating func next() -> Element? {
        while first < order.count {
            let element = order[first]
            first += 1
            if first > 64, first > order.count / 2 {
                order.removeFirst(first)
                first = 0
            }
            if members.remove(element) != nil { return element }
        }
        order = []
        first = 0
        return nil
    }
}
