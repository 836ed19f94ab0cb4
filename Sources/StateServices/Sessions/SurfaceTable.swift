// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import Varlink

/// A view of a player on a connection, such as a mini player, a full-screen player or a car
/// display.
struct Surface: Equatable {
    var player: String
    /// The phase, which is `foreground` while the user sees the surface.
    var phase: Phase
}

struct SurfaceTable {
    struct Count: Equatable {
        var all = 0
        var front = 0
    }

    private var surfaces: [ConnectionID: Surface] = [:]
    private var counts: [String: Count] = [:]

    var players: [String: Count] { counts }

    var connections: some Collection<ConnectionID> { surfaces.keys }

    var isAnyInFront: Bool { counts.values.contains { $0.front > 0 } }

    func count(of player: String) -> Count { counts[player] ?? Count() }

    subscript(connection: ConnectionID) -> Surface? {
        get { surfaces[connection] }
        set {
            if let old = surfaces[connection] { add(-1, old) }
            surfaces[connection] = newValue
            if let newValue { add(1, newValue) }
        }
    }

    private mutating func add(_ number: Int, _ surface: Surface) {
        var count = count(of: surface.player)
        count.all += number
        if surface.phase == .foreground { count.front += number }
        counts[surface.player] = count.all > 0 ? count : nil
    }
}
