// SPDX-License-Identifier: Apache-2.0
public import StateClient

/// The changes of a daemon after a certain moment, in order, across restarts of the daemon.
///
/// Observations, which are not stored, are received only during a call of
/// ``expect(within:where:)``.
public final class TestChanges {
    private let client: StateClient
    private var token: String
    /// The unread changes of the batch that contains the last returned change.
    private var rest: ArraySlice<Change> = []

    init(_ client: StateClient) async throws {
        self.client = StateClient(socket: client.socket)
        token = try await client.follow(fromNow: true).expect(within: .seconds(30)) {
            $0.isReady ? $0.token : nil
        }
    }

    /// Returns the next change that satisfies a condition, and skips all changes before it.
    ///
    /// - Parameters:
    ///   - limit: The timeout, in real time.
    ///   - isExpected: A closure that returns true for the expected change.
    /// - Returns: The change.
    /// - Throws: ``ExpectationError`` at the timeout.
    @discardableResult
    public func expect(
        within limit: Duration = .seconds(30),
        where isExpected: @escaping @Sendable (Change) -> Bool
    ) async throws -> Change {
        while let change = rest.popFirst() {
            if isExpected(change) { return change }
        }
        let (batch, index) = try await client.follow(after: token).expect(within: limit) { batch in
            batch.changes.firstIndex(where: isExpected).map { (batch, $0) }
        }
        token = batch.token
        rest = batch.changes[(index + 1)...]
        return batch.changes[index]
    }
}

/// The error of a wait during which the expected batch did not arrive.
public struct ExpectationError: Error, CustomStringConvertible {
    /// Descriptions of the batches that arrived instead.
    public let seen: [String]

    /// A message that lists the batches that arrived instead, one per line.
    public var description: String {
        (["the expected batch did not arrive; received instead:"] + seen).joined(separator: "\n  ")
    }
}

extension Follower {
    /// Calls `find` with each batch until it returns a value; returns that value.
    func expect<Found: Sendable>(
        within limit: Duration,
        _ find: @escaping @Sendable (Batch) -> Found?
    ) async throws -> Found {
        try await withThrowingTaskGroup(of: Found?.self) { group in
            group.addTask {
                var seen: [String] = []
                do {
                    for try await case .batch(let batch) in self {
                        if let found = find(batch) { return found }
                        seen.append("\(batch)")
                    }
                } catch StateClientError.cancelled {}
                throw ExpectationError(seen: seen)
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            if let found = try await group.next() ?? nil { return found }
            group.cancelAll()
            // After the cancellation, the other task throws an error with the received batches.
            while let found = try await group.next() { if let found { return found } }
            throw ExpectationError(seen: [])
        }
    }
}
