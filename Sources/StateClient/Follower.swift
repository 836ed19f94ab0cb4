// SPDX-License-Identifier: Apache-2.0

/// A batch of a stream that reconnects, or a notice about its connection.
public enum FollowEvent<Batch: Sendable>: Sendable {
    /// A batch arrived; it may be empty, to show that the connection still works.
    case batch(Batch)
    /// The connection was lost; the stream reconnects.
    case disconnected
    /// The connection was restored; no batch is missing, unless ``restarted(reason:)`` came before.
    case reconnected
    /// The stream cannot continue from its token, and starts over.
    case restarted(reason: String)
}

extension FollowEvent: Equatable where Batch: Equatable {}

/// A stream of changes that reconnects; see
/// ``StateClient/follow(after:player:item:events:front:fromNow:)``.
public typealias ChangeFollower = Follower<ChangeBatch>
/// A stream of events that reconnects; see ``StateClient/followEvents(after:topic:)``.
public typealias EventFollower = Follower<EventBatch>
/// A stream of the status of sync that reconnects; see ``StateClient/followSyncStatus()``.
public typealias SyncStatusFollower = Follower<SyncStatus>

/// A stream that reconnects when its connection is lost.
public struct Follower<Batch: Sendable>: AsyncSequence, Sendable {
    let token: String?
    let open: @Sendable (String?) -> Replies
    let read: @Sendable ([UInt8]) throws(StateClientError) -> (Batch, token: String)

    /// Returns an iterator, which connects when the first element is requested.
    public func makeAsyncIterator() -> Iterator {
        Iterator(follower: self, machine: FollowMachine(token: token))
    }

    /// An iterator, which can only end by throwing an error.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let follower: Follower
        fileprivate var machine: FollowMachine
        fileprivate var replies: Replies?
        fileprivate var held: Batch?
        fileprivate var pause: Duration?

        /// Waits for the next element; never returns `nil`.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> FollowEvent<Batch>? {
            if let batch = held.take() { return .batch(batch) }
            while true {
                let ending: StateClientError?
                do throws(StateClientError) {
                    if let (batch, token) = try await nextBatch() {
                        guard machine.arrived(token: token) else { return .batch(batch) }
                        held = batch
                        return .reconnected
                    }
                    ending = nil
                } catch {
                    ending = error
                }
                if let event = try act(on: ending) { return event }
            }
        }

        private mutating func nextBatch() async throws(StateClientError) -> (Batch, token: String)?
        {
            if let pause = pause.take() {
                do { try await Task.sleep(for: pause) } catch { throw .cancelled }
            }
            var current = replies ?? follower.open(machine.token)
            if machine.hasArrived { current.isKnown = true }
            defer { replies = current }
            return try await current.next().map(follower.read)
        }

        private mutating func act(
            on ending: StateClientError?
        ) throws(StateClientError) -> FollowEvent<Batch>? {
            replies = nil
            switch machine.ended(ending, share: .random(in: 0...1)) {
            case .stop(let error): throw error
            case .restart(let reason): return .restarted(reason: reason)
            case .retry(let pause, let isNews):
                self.pause = pause
                return isNews ? .disconnected : nil
            }
        }
    }
}
