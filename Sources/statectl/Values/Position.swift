/// A place in an item, or an item's length, in seconds.
struct Position: TextValue, Equatable {
    /// Seconds from the beginning; not negative, and finite.
    let seconds: Double

    /// That many seconds from the beginning.
    init(seconds: Double) {
        self.seconds = seconds
    }

    /// Reads `1:02:03`, `62:03`, `12:34.5`, `3723.5`, `90s` or `1h2m`.
    init(text: String) throws(BadValue) {
        let found = Decimal.parse(text[...]) ?? Self.fields(text) ?? Units.parse(text, Units.clock)
        guard let found, found.isFinite else {
            throw BadValue(text, expected: "a time: write 1:02:03, 62:03, 3723.5, 90s or 1h2m")
        }
        seconds = found
    }

    /// Two or three fields between colons, of which only the first may go beyond 59.
    private static func fields(_ text: String) -> Double? {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count == 2 || fields.count == 3 else { return nil }
        guard let first = Decimal.whole(fields[0]), let last = fields.last else { return nil }
        guard last.prefix(while: \.isASCIIDigit).count <= 2 else { return nil }
        guard let seconds = Decimal.parse(last), seconds < 60 else { return nil }
        if fields.count == 2 { return Double(first) * 60 + seconds }
        guard fields[1].count <= 2, let minutes = Decimal.whole(fields[1]), minutes < 60 else {
            return nil
        }
        return Double(first) * 3600 + Double(minutes) * 60 + seconds
    }

    /// `1:02:03`, or `2:03` below an hour; whole seconds that have passed, as players show them.
    var clock: String {
        Self.clock(thousandths: thousandths / 1000 * 1000)
    }

    /// The same to the millisecond, `2:03.5`: reads back as the same position.
    var preciseClock: String {
        Self.clock(thousandths: thousandths)
    }

    /// `3723.5`, to the millisecond: reads back as the same position.
    var plain: String {
        String(thousandths / 1000) + Decimal.fraction(thousandths: thousandths % 1000)
    }

    /// Milliseconds, within what a clock can sensibly show (some 30 million years).
    private var thousandths: Int {
        Int((min(max(seconds, 0), 1e15) * 1000).rounded())
    }

    private static func clock(thousandths: Int) -> String {
        let whole = thousandths / 1000
        let tail =
            Decimal.padded(whole % 60, 2) + Decimal.fraction(thousandths: thousandths % 1000)
        guard whole >= 3600 else { return "\(whole / 60):\(tail)" }
        return "\(whole / 3600):\(Decimal.padded(whole / 60 % 60, 2)):\(tail)"
    }
}
