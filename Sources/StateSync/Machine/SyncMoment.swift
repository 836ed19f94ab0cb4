/// One moment, by two clocks.
package struct SyncMoment: Sendable, Equatable {
    /// Trusted time in milliseconds since 1970: what is stored and shown.
    package var trusted: Int
    /// Milliseconds of a clock that counts suspend and is never set: what is waited by.
    package var elapsed: Int

    /// A moment with both its readings.
    package init(trusted: Int, elapsed: Int) {
        self.trusted = trusted
        self.elapsed = elapsed
    }
}
