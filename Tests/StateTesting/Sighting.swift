/// Where a player was seen while it played: by the time somebody acts on that, it may be further on.
package struct Sighting: Sendable {
    /// Where it was, in seconds.
    package let place: Double
    private let at = ContinuousClock.now

    /// A player is there now.
    package init(_ place: Double) {
        self.place = place
    }

    /// Whether it may have been there, within a second, at some time since.
    package func allows(_ told: Double) -> Bool {
        let since = (ContinuousClock.now - at) / .seconds(1)
        return told > place - 1 && told < place + since + 1
    }
}
