/// How much upkeep a turn does: what a fold and its sweep cost is spread evenly over the rows that
/// are written until the next fold is due, so that no stage of it holds up a turn.
///
/// Costs are nanoseconds of the processor, as far as they are known beforehand: what a slice does
/// never depends on the time that it took, and the upkeep keeps pace on any machine.
package struct UpkeepPace: Equatable, Sendable {
    /// What a slice costs at most, unless the turn itself wrote more than that is for.
    static let longestSlice = 2_000_000
    /// What is not worth a transaction of its own while more comes.
    static let shortestSlice = 300_000
    /// A slice while nobody writes: who comes meanwhile waits for no longer than this.
    static let idleSlice = 1_000_000
    /// For how many milliseconds after a write others are expected.
    static let patience = 10

    /// What each row written makes due.
    private var rate = 0
    /// What is due.
    private var owed = 0
    /// What the rows of the last turn made due.
    private var latest = 0
    /// When rows were last written, on the trusted clock.
    private var writtenAt = Int.min

    /// Upkeep of that cost has begun, and is to be done well before so many rows are written.
    mutating func begin(cost: Int, before rows: Int) {
        // A fifth of the rows is left for what costs more than was thought.
        rate = cost / max(1, rows) * 5 / 4 + 1
    }

    /// So many rows were written.
    mutating func wrote(_ rows: Int, at now: Int) {
        guard rows > 0 else { return }
        writtenAt = now
        latest = rows * rate
        owed += latest
    }

    /// What the next slice may cost; nil: it is not time for one.
    func slice(at now: Int) -> Int? {
        if isIdle(at: now) { return Self.idleSlice }
        guard owed >= Self.shortestSlice else { return nil }
        return min(owed, max(Self.longestSlice, 2 * latest))
    }

    /// A slice of that cost was done.
    mutating func did(_ cost: Int) {
        owed = max(0, owed - cost)
    }

    /// There is nothing to do: what is owed is for nothing.
    mutating func end() {
        owed = 0
        latest = 0
    }

    /// When to look whether nobody writes any more.
    func nextLook(at now: Int) -> Int {
        isIdle(at: now) ? now : writtenAt + Self.patience
    }

    private func isIdle(at now: Int) -> Bool {
        // A clock that was put back must not keep upkeep waiting.
        now < writtenAt || now >= writtenAt.addingReportingOverflow(Self.patience).partialValue
    }
}
