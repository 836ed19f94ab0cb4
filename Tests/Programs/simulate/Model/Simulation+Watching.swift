// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateSync

extension Simulation {
    /// The longest time until a tick shows on another device, in milliseconds.
    ///
    /// The manual promises 30 s. Up to 2 s of them pass before a tick is stored, which is where the
    /// simulation begins.
    static let watchLimit = 28_000
    /// The number of ticks of a watched player, one each 2 s.
    private static let watchedTicks = 60

    /// Has a player play behind on the first device while a surface is in front on the second, without push of records.
    ///
    /// - Returns: A description of each fault: a tick that was seen too late, or not at all.
    mutating func watchPlayer() -> [String] {
        guard homes.count > 1 else { return [] }
        give(.schedule(.players(arePlaying: true)), to: 0)
        give(.schedule(.surfaces(areInFront: true)), to: 1)
        give(.schedule(.movedToForeground(isPlaying: false)), to: 1)
        var unseen: [(position: Double, at: Int)] = []
        var late = 0
        for tick in 1...Self.watchedTicks {
            let position = Double(1_001 + 2 * tick)
            let moment = homes[0].moment(now)
            if homes[0].store.save("watched", position, at: moment) != nil {
                unseen.append((position, now))
            }
            give(.schedule(.changed(isTick: true)), to: 0)
            let end = now + 2_000
            while now < end {
                live(until: min(end, timeline.next.map { max($0, now + 1) } ?? end))
                let seen = homes[1].store.position("watched") ?? 0
                for tick in unseen where tick.position <= seen {
                    longestWatch = max(longestWatch, now - tick.at)
                }
                unseen.removeAll { $0.position <= seen }
            }
            late = max(late, unseen.first.map { now - $0.at } ?? 0)
        }
        give(.schedule(.players(arePlaying: false)), to: 0)
        give(.schedule(.surfaces(areInFront: false)), to: 1)
        let longest = max(longestWatch, late)
        guard longest > Self.watchLimit else { return [] }
        return ["a tick was not seen in front for \(longest) ms, at most \(Self.watchLimit)"]
    }
}
