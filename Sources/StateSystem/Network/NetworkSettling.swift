/// When to look at the network again, and what of it is news.
///
/// Where one thing changes, more follows: link, address and routes come one after the other. It
/// looks once they have been quiet for a moment, or do not come to rest. Times are milliseconds of
/// any clock that does not go back.
package struct NetworkSettling: Equatable, Sendable {
    /// What happens.
    package enum Event: Equatable, Sendable {
        /// Something changed, or news of changes were lost.
        case changed
        /// A look found that there is a network, or none; nil: it could not be looked.
        case looked(isUp: Bool?)
        /// Time has passed.
        case woke
    }

    /// What is to be done.
    package enum Action: Equatable, Sendable {
        /// Look.
        case look
        /// Tell that there is a network, or none.
        case tell(isUp: Bool)
    }

    /// How long it has to be quiet before it looks, in milliseconds.
    package static let quiet = 100
    /// How long it waits for quiet at most, in milliseconds.
    package static let patience = 1_000

    /// When it wants to be woken; nil: not at all.
    package private(set) var deadline: Int?
    private var changedSince: Int?
    private var told: Bool?

    /// Nobody has looked yet: it wants to be woken at once.
    package init(now: Int) {
        deadline = now
    }

    /// Takes in what happens.
    package mutating func event(_ event: Event, now: Int) -> Action? {
        switch event {
        case .changed:
            let since = changedSince ?? now
            changedSince = since
            // Nobody should wait longer for the first look than needed.
            if told != nil || deadline == nil {
                deadline = min(now + Self.quiet, since + Self.patience)
            }
            return nil
        case .woke:
            guard let due = deadline, now >= due else { return nil }
            (deadline, changedSince) = (nil, nil)
            return .look
        case .looked(let isUp?):
            guard told != isUp else { return nil }
            told = isUp
            return .tell(isUp: isUp)
        case .looked(nil):
            deadline = now + Self.patience
            return nil
        }
    }
}
