/// Where a player is between the moments at which it says so.
///
/// The bus tells of no position that only moves on: it is what was last heard, and what should have
/// been played since.
struct Playhead: Equatable, Sendable {
    /// How long a player that says nothing is taken to go on, in milliseconds: one that hangs does
    /// not play.
    private static let trust = 5_000

    private var heard: Double
    private var heardAt: Int
    private(set) var rate = 1.0
    private(set) var isRunning = false

    /// A player at that position, in seconds.
    init(at position: Double, now: Int) {
        heard = position
        heardAt = now
    }

    /// Where it should be, in seconds.
    func position(now: Int) -> Double {
        guard isRunning else { return heard }
        let time = min(max(0, now - heardAt), Self.trust)
        return heard + rate * Double(time) / 1_000
    }

    /// What the player last said, in seconds.
    var lastHeard: Double { heard }

    /// The player said where it is, in seconds.
    mutating func set(_ position: Double, now: Int) {
        heard = position
        heardAt = now
    }

    /// The player goes on, or stands still.
    mutating func run(_ isRunning: Bool, now: Int) {
        guard isRunning != self.isRunning else { return }
        set(position(now: now), now: now)
        self.isRunning = isRunning
    }

    /// The player plays at that speed; some say 0 when they mean that they stand still.
    mutating func play(at rate: Double, now: Int) {
        guard rate.isFinite, rate > 0, rate <= 100, rate != self.rate else { return }
        set(position(now: now), now: now)
        self.rate = rate
    }
}
