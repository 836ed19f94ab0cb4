// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The state machine that decides how to continue after the end of a stream.
package struct FollowMachine: Equatable, Sendable {
    /// The action to take next.
    package enum Action: Equatable, Sendable {
        /// Reconnect after the duration; `isNews` is true if the reader has not been told about the
        /// loss yet.
        case retry(after: Duration, isNews: Bool)
        /// Begin again without a token.
        case restart(reason: String)
        /// Give up with the error.
        case stop(StateClientError)
    }

    /// The last position of the stream; `nil` before the present state has arrived.
    package private(set) var token: String?
    /// True once a batch has arrived; before that, errors are passed to the caller.
    private(set) var hasArrived = false
    private var isLost = false
    private var reconnection = DoublingPause.reconnection

    /// Creates the machine of a stream that begins after `token`.
    package init(token: String?) {
        self.token = token
    }

    /// Records a batch; returns true if it is the first since the connection was lost.
    package mutating func arrived(token: String) -> Bool {
        self.token = token
        hasArrived = true
        reconnection.restart()
        defer { isLost = false }
        return isLost
    }

    /// Returns the action for a stream that ended or could not begin.
    ///
    /// - Parameters:
    ///   - error: The error; `nil` if the daemon ended the stream normally.
    ///   - share: A random number from 0 to 1.
    /// - Returns: The action to take.
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
