/// What to do when a stream that should go on for ever ends.
package struct FollowMachine: Equatable, Sendable {
    /// What to do next.
    package enum Action: Equatable, Sendable {
        /// Connect again after that long; `isNews` if the reader should hear that it was lost.
        case retry(after: Duration, isNews: Bool)
        /// Begin anew without a token.
        case restart(why: String)
        /// Give up with that error.
        case stop(StateClientError)
    }

    /// Where the stream stood last; nil: the standing state comes first.
    package private(set) var token: String?
    /// Whether something ever arrived: before that, an error is the caller's to hear.
    private(set) var hasArrived = false
    private var isLost = false
    private var reconnection = Reconnection()

    /// A stream that begins after `token`.
    package init(token: String?) {
        self.token = token
    }

    /// A batch arrived; answers whether it is the first after the connection was lost.
    package mutating func arrived(token: String) -> Bool {
        self.token = token
        hasArrived = true
        reconnection.succeeded()
        defer { isLost = false }
        return isLost
    }

    /// The stream ended, or could not begin; nil: the daemon ended it in good order.
    ///
    /// `share` is random, from 0 to 1.
    package mutating func ended(_ error: StateClientError?, share: Double) -> Action {
        switch error {
        case nil: break
        case .disconnected where hasArrived, .unavailable where hasArrived,
            .noDaemon where hasArrived:
            break
        case .resyncRequired(let why) where hasArrived && token != nil:
            token = nil
            return .restart(why: why)
        case .some(let error): return .stop(error)
        }
        let isNews = !isLost
        isLost = true
        return .retry(after: reconnection.failed(share: share), isNews: isNews)
    }
}
