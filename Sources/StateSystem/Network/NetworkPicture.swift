// SPDX-License-Identifier: Apache-2.0

/// The state of the network in the kernel's tables at one moment.
///
/// A picture is always built from complete dumps, because no notification reports the IPv4 routes
/// lost with a link.
package struct NetworkPicture: Equatable, Sendable {
    private var working: Set<Int32> = []
    private var loopbacks: Set<Int32> = []
    private var addresses: [NetworkFamily: Set<Int32>] = [:]
    private var defaults: [NetworkFamily: Set<Int32>] = [:]

    /// Creates a picture of a machine without a network.
    package init() {}

    /// Adds the content of a message of a dump.
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

    /// True if there is a default route over a working link with an address.
    ///
    /// The result is only a hint.
    package var isUp: Bool {
        NetworkFamily.allCases.contains { family in
            let ways = defaults[family, default: []].intersection(working).subtracting(loopbacks)
            let addressed = addresses[family, default: []]
            // Unnumbered links borrow the machine's address, which is then on the loopback link.
            let isMachineAddressed = !addressed.isDisjoint(with: loopbacks)
            return ways.contains { addressed.contains($0) || isMachineAddressed }
        }
    }
}
