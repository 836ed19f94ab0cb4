/// How long to wait before a connection that was lost is tried again.
///
/// Full jitter: the wait is drawn evenly between nothing and a ceiling that doubles with each
/// failure, so that many programs do not come back at the same moment.
package struct Reconnection: Equatable, Sendable {
    /// The ceiling after the first failure.
    package static let first = Duration.milliseconds(100)
    /// The highest ceiling.
    package static let longest = Duration.seconds(5)

    private var ceiling = Reconnection.first

    /// No failure yet.
    package init() {}

    /// An attempt failed, or the connection ended: how long to wait now.
    ///
    /// `share` is random, from 0 to 1.
    package mutating func failed(share: Double) -> Duration {
        let wait = ceiling * share
        ceiling = min(ceiling * 2, Self.longest)
        return wait
    }

    /// Something arrived: the next failure is a first one again.
    package mutating func succeeded() {
        ceiling = Self.first
    }
}
