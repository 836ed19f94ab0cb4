// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// A request to remove all resume points, or all of one player, that exist at the time of the
/// request.
package struct Clearance: Sendable, Equatable {
    /// The newest row at the time of the request; later points are kept.
    package let newest: SequenceNumber
    /// The player whose points are removed; `nil` for all players.
    package let player: String?

    package init(newest: SequenceNumber, player: String?) {
        self.newest = newest
        self.player = player
    }
}

// A removal takes many commits. It is recorded until the last one, so that an interrupted removal
// can be completed.
extension ChangeLog {
    /// Returns the incomplete clearances of this epoch; others belong to the store that was copied.
    package func clearances() throws(StoreError) -> [Clearance] {
        let lines = try meta.text(.clearances)?.split(separator: "\n") ?? []
        return lines.compactMap { line in
            let words = line.split(separator: " ")
            guard words.count >= 2, Int(words[0]) == statistics.identity.epoch,
                let newest = Int(words[1])
            else { return nil }
            return Clearance(
                newest: SequenceNumber(newest),
                player: words.count > 2 ? String(words[2]) : nil
            )
        }
    }

    package func note(_ clearance: Clearance, isComplete: Bool) throws(StoreError) {
        var open = try clearances()
        open.removeAll { $0 == clearance }
        if !isComplete { open.append(clearance) }
        let epoch = statistics.identity.epoch
        let lines = open.map { "\(epoch) \($0.newest.rawValue) \($0.player ?? "")" }
        try tables.open()
        try meta.set(.clearances, lines.joined(separator: "\n"))
    }
}
