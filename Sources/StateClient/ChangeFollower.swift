import StateProtocol

extension StateClient {
    /// Follows changes across restarts of the daemon.
    ///
    /// A connection that ends is made anew, after a little while, and the stream goes on right
    /// after the last batch. Where it can't, because the daemon's store is another one now, it
    /// says so and begins anew with the standing state.
    public func follow(
        after token: String? = nil,
        player: String? = nil,
        item: String? = nil
    ) -> ChangeFollower {
        ChangeFollower(client: self, token: token, player: player, item: item)
    }
}

/// What a follower of changes hears of.
public enum FollowEvent: Sendable, Equatable {
    /// Changes arrived, or, without any, the stream is alive.
    case changes(ChangeBatch)
    /// The connection is lost; it is being made anew.
    case lost
    /// The connection is back; nothing was missed.
    case back
    /// The token can't be continued from: the standing state comes again.
    case restarted(why: String)
}

/// A stream of changes that goes on; see ``StateClient/follow(after:player:item:)``.
public struct ChangeFollower: AsyncSequence, Sendable {
    let client: StateClient
    let token: String?
    let player: String?
    let item: String?

    /// Connects with the first element.
    public func makeAsyncIterator() -> Iterator {
        Iterator(follower: self, machine: FollowMachine(token: token))
    }

    /// The events as they come; it ends only by throwing.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let follower: ChangeFollower
        fileprivate var machine: FollowMachine
        fileprivate var stream: ChangeStream.Iterator?
        fileprivate var held: ChangeBatch?
        fileprivate var pause: Duration?

        /// The next event.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> FollowEvent? {
            if let batch = held.take() { return .changes(batch) }
            while true {
                let ending: StateClientError?
                do throws(StateClientError) {
                    if let batch = try await nextBatch() {
                        guard machine.arrived(token: batch.token) else { return .changes(batch) }
                        held = batch
                        return .back
                    }
                    ending = nil
                } catch {
                    ending = error
                }
                if let event = try act(on: ending) { return event }
            }
        }

        private mutating func nextBatch() async throws(StateClientError) -> ChangeBatch? {
            if let pause = pause.take() {
                do { try await Task.sleep(for: pause) } catch { throw .cancelled }
            }
            var current = stream ?? follower.stream(after: machine.token).makeAsyncIterator()
            defer { stream = current }
            return try await current.next(isolation: #isolation)
        }

        /// Notes what the machine decides; answers what the reader should hear of it.
        private mutating func act(
            on ending: StateClientError?
        ) throws(StateClientError) -> FollowEvent? {
            stream = nil
            switch machine.ended(ending, share: .random(in: 0...1)) {
            case .stop(let error): throw error
            case .restart(let why): return .restarted(why: why)
            case .retry(let pause, let isNews):
                self.pause = pause
                return isNews ? .lost : nil
            }
        }
    }

    private func stream(after token: String?) -> ChangeStream {
        client.subscribe(after: token, player: player, item: item)
    }
}
