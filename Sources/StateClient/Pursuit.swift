import StateProtocol

/// What arrives on a stream that can go on right after it.
protocol Resumable: Sendable {
    /// Where the stream stands then.
    var token: String { get }
}

/// A stream that goes on when its connection is lost.
struct Pursuit<Batch: Resumable> {
    /// What its reader hears of.
    enum Step {
        case batch(Batch)
        case lost
        case back
        case restarted(why: String)
    }

    private let open: @Sendable (String?) -> Replies
    private let read: @Sendable ([UInt8]) throws(StateClientError) -> Batch
    private var machine: FollowMachine
    private var replies: Replies?
    private var held: Batch?
    private var pause: Duration?

    /// A stream that begins after `token`.
    ///
    /// - Parameters:
    ///   - token: where it begins; nil: at its beginning.
    ///   - open: makes the call that goes on after a token.
    ///   - read: reads one reply.
    init(
        after token: String?,
        open: @escaping @Sendable (String?) -> Replies,
        read: @escaping @Sendable ([UInt8]) throws(StateClientError) -> Batch
    ) {
        self.open = open
        self.read = read
        machine = FollowMachine(token: token)
    }

    /// The next step.
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

    /// Notes what the machine decides; answers what the reader should hear of it.
    private mutating func act(on ending: StateClientError?) throws(StateClientError) -> Step? {
        replies = nil
        switch machine.ended(ending, share: .random(in: 0...1)) {
        case .stop(let error): throw error
        case .restart(let why): return .restarted(why: why)
        case .retry(let pause, let isNews):
            self.pause = pause
            return isNews ? .lost : nil
        }
    }
}
