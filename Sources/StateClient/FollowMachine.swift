// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The state machine that decides how a stream continues after its connection ends.
package struct FollowMachine: Equatable, Sendable {
    package enum Action: Equatable, Sendable {
        /// Reconnect after the duration; `isNews` is true if the reader does not know of the loss
        /// yet.
        case retry(after: Duration, isNews: Bool)
        case restart(reason: String)
        case stop(StateClientError)
    }

    /// The token of the last batch, or else the initial one; `nil` to begin at the start of the
    /// stream.
    package private(set) var token: String?
    /// True once a batch has arrived; until then, every error ends the stream.
    private(set) var hasArrived = false
    private var isLost = false
    private var reconnection = DoublingPause.reconnection

    package init(token: String?) {
        self.token = token
    }

    /// Records a batch; returns true if it is the first one after a lost connection.
    package mutating func arrived(token: String) -> Bool {
        self.token = token
        hasArrived = true
        reconnection.restart()
        defer { isLost = false }
        return isLost
    }

    /// Returns the action for a stream that could not be opened, or has ended; without an error,
    /// the daemon ended it normally.
    ///
    /// `share` is a random number from 0 to 1, which varies the delay before the next attempt.
    package mutating func ended(_ error: StateClientError?, share: Double) -> Action {
        switch error {
        case nil: break
        case .disconnected where hasArrived, .unavailable where hasArrived,
            .noDaemon where hasArrived:
            break
        case .resyncRequired(let reason) where hasArrived && token != nil:
            token = nil
            return .restart(reason: reason)
        case .some(let error): return .stop(error)
        }
        let isNews = !isLost
        isLost = true
        return .retry(after: .milliseconds(reconnection.next(share: share)), isNews: isNews)
    }
}
