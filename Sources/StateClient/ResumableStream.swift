// SPDX-License-Identifier: Apache-2.0
import StateProtocol

/// A batch of a stream that can be resumed right after it.
protocol Resumable: Sendable {
    /// The position of the stream after the batch.
    var token: String { get }
}

/// A resumable stream, which continues after its connection is lost.
struct ResumableStream<Batch: Resumable> {
    /// An event for the reader of the stream.
    enum Step {
        /// A batch arrived.
        case batch(Batch)
        /// The connection is lost.
        case lost
        /// The connection is back.
        case back
        /// The stream begins again without its token, for the reason given.
        case restarted(reason: String)
    }

    private let open: @Sendable (String?) -> Replies
    private let read: @Sendable ([UInt8]) throws(StateClientError) -> Batch
    private var machine: FollowMachine
    private var replies: Replies?
    private var held: Batch?
    private var pause: Duration?

    /// Creates a stream that begins after `token`.
    ///
    /// - Parameters:
    ///   - token: The token to begin after; `nil` for the beginning of the stream.
    ///   - open: A closure that makes the call that continues after a token.
    ///   - read: A closure that decodes one reply.
    init(
        after token: String?,
        open: @escaping @Sendable (String?) -> Replies,
        read: @escaping @Sendable ([UInt8]) throws(StateClientError) -> Batch
    ) {
        self.open = open
        self.read = read
        machine = FollowMachine(token: token)
    }

    /// Returns the next event.
    mutating func next() async throws(StateClientError) -> Step {
        if let batch = held.take() { return .batch(batch) }
        while true {
            let ending: StateClientError?
            do throws(StateClientError) {
                if let batch = try await nextBatch() {
                    guard machine.arrived(token: batch.token) else { return .batch(batch) }
                    held = batch
                    return .back
                }
                ending = nil
            } catch {
                ending = error
            }
            if let step = try act(on: ending) { return step }
        }
    }

    private mutating func nextBatch() async throws(StateClientError) -> Batch? {
        if let pause = pause.take() {
            do { try await Task.sleep(for: pause) } catch { throw .cancelled }
        }
        var current = replies ?? open(machine.token)
        if machine.hasArrived { current.isKnown = true }
        defer { replies = current }
        return try await current.next().map(read)
    }

    /// Records the machine's decision; returns the event that the reader must hear of, if any.
    private mutating func act(on ending: StateClientError?) throws(StateClientError) -> Step? {
        replies = nil
        switch machine.ended(ending, share: .random(in: 0...1)) {
        case .stop(let error): throw error
        case .restart(let reason): return .restarted(reason: reason)
        case .retry(let pause, let isNews):
            self.pause = pause
            return isNews ? .lost : nil
        }
    }
}
