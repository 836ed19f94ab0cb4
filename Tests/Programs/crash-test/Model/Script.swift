// SPDX-License-Identifier: Apache-2.0

/// The calls of a writer, determined by the seed alone.
package struct Script: Sendable {
    /// The number of items of each kind that a writer uses at a time.
    private static let counts: [ItemKind: Int] = [.plain: 30, .ticked: 6, .brief: 6]
    /// The first position of each item, in seconds, and the lowest that it goes back to.
    ///
    /// A suspicious jump goes to the first second. The daemon takes a player that comes no farther
    /// from there than it could have played for one that has not returned, which is a matter of its
    /// clock: every other position is beyond that, however slow the machine.
    private static let start = 1_000

    /// The name of the writer.
    package let name: String
    private var random: SeededRandom
    private var serial = 0
    private var set = 0
    /// The approximate position of each item, in seconds.
    private var seconds: [String: Int] = [:]

    /// Creates the script of the writer with the given name.
    package init(name: String, seed: UInt64) {
        self.name = name
        random = SeededRandom(seed: seed)
    }

    /// Changes to other items.
    ///
    /// An item that plays on for 10 minutes would leave places in its history that only a clock
    /// explains.
    package mutating func turnPage() {
        set += 1
        seconds = [:]
    }

    /// Returns the next call.
    package mutating func next() -> WriterCall {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<48: return .save(onward(anItem(.plain)))
        case ..<56: return .save(write(anItem(.plain), .seek, at: Self.back))
        case ..<60: return .save(write(anItem(.plain), .suspect, at: { _, _ in (1, false) }))
        case ..<63: return .save(write(anItem(.plain), .finish, at: { at, _ in (at + 5, true) }))
        case ..<67: return .clear(anItem(.plain))
        case ..<73: return .undo(anItem(.plain))
        case ..<79: return .saveMany(several())
        case ..<82: return .save(write(anItem(.ticked), .pause, at: { at, _ in (at + 1, true) }))
        case ..<93: return .tick(write(anItem(.ticked), .tick, at: { at, _ in (at + 1, true) }))
        default: return .save(brief())
        }
    }

    private mutating func anItem(_ kind: ItemKind) -> String {
        let number = Int.random(in: 0..<(Self.counts[kind] ?? 1), using: &random)
        return ItemName.of(name, kind, set: set, number: number)
    }

    /// Returns a position before the current one.
    private static func back(_ at: Int, _ random: inout SeededRandom) -> (Int, Bool) {
        (Int.random(in: start...(start + max(0, at - start) / 2), using: &random), true)
    }

    /// Returns an observation at a place that is computed from the item's position.
    ///
    /// If `place` returns true, the item is at the new position from then on.
    private mutating func write(
        _ item: String,
        _ style: Write.Style,
        at place: (Int, inout SeededRandom) -> (Int, Bool)
    ) -> Write {
        let (second, moves) = place(seconds[item] ?? Self.start, &random)
        if moves { seconds[item] = second }
        serial += 1
        return Write(
            serial: serial,
            item: item,
            position: Write.position(second, serial: serial),
            style: style
        )
    }

    private mutating func onward(_ item: String) -> Write {
        let style: Write.Style = random.happens(percent: 30) ? .play : .pause
        return write(item, style) { at, random in
            let farther = random.happens(percent: 10)
            return (at + Int.random(in: farther ? 61...200 : 1...5, using: &random), true)
        }
    }

    private mutating func several() -> [Write] {
        let count = Int.random(in: 2...12, using: &random)
        return Set((0..<count).map { _ in anItem(.plain) }).sorted().map { onward($0) }
    }

    private mutating func brief() -> Write {
        var write = write(anItem(.brief), .pause, at: { at, _ in (at + 1, true) })
        write.ttl = Int.random(in: 1...2, using: &random)
        return write
    }
}
