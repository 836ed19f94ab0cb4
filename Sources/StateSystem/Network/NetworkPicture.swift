/// What the kernel's tables say of the network at one moment.
///
/// A picture is taken from dumps alone, never kept up to date by news: a link that goes down takes
/// its IPv4 routes with it, and no message says so.
package struct NetworkPicture: Equatable, Sendable {
    private var working: Set<Int32> = []
    private var loopbacks: Set<Int32> = []
    private var addresses: [NetworkFamily: Set<Int32>] = [:]
    private var defaults: [NetworkFamily: Set<Int32>] = [:]

    /// Nothing is there.
    package init() {}

    /// Takes in a message of a dump.
    package mutating func add(_ message: RouteMessage) {
        switch message {
        case .link(let index, let isUp, let isLoopback):
            if isUp { working.insert(index) }
            if isLoopback { loopbacks.insert(index) }
        case .address(let family, let link): addresses[family, default: []].insert(link)
        case .defaultRoute(let family, let links):
            defaults[family, default: []].formUnion(links)
        case .done, .refused, .interrupted: break
        }
    }

    /// Whether packets may find a way out: over a link that works, has an address, and is where a
    /// default route leads.
    ///
    /// That is a reason to try now, and no promise.
    package var isUp: Bool {
        NetworkFamily.allCases.contains { family in
            let ways = defaults[family, default: []].intersection(working).subtracting(loopbacks)
            let addressed = addresses[family, default: []]
            // Links without numbers of their own borrow the machine's, which then is on loopback.
            let isMachineAddressed = !addressed.isDisjoint(with: loopbacks)
            return ways.contains { addressed.contains($0) || isMachineAddressed }
        }
    }
}
