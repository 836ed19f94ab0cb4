// SPDX-License-Identifier: Apache-2.0
import Synchronization

final class RequestQueue: Sendable {
    /// The maximum number of unread requests; further ones replace the oldest.
    private static let capacity = 16
    /// The time after which the daemon refuses an unanswered request, in milliseconds.
    private static let lifetime = 2_000

    private typealias Reader = CheckedContinuation<PlayerSession.Request?, Never>

    private struct Shared {
        var waiting: [(request: PlayerSession.Request, arrivedAt: Int)] = []
        var readers: [(number: Int, reader: Reader)] = []
        var readerCount = 0
        var isFinished = false
    }

    private let shared = Mutex(Shared())

    /// A stream of the requests.
    ///
    /// Of several waiting readers, the one that began to wait last gets the request.
    var stream: AsyncStream<PlayerSession.Request> {
        AsyncStream { await self.next() }
    }

    /// Delivers a request to a waiting reader, or keeps it.
    ///
    /// `arrival` is a time of ``Clocks/elapsed``.
    func put(_ request: PlayerSession.Request, arrival: Int = Clocks.elapsed) {
        let newest = shared.withLock { shared -> Reader? in
            if let newest = shared.readers.popLast() { return newest.reader }
            shared.waiting = shared.waiting.suffix(Self.capacity - 1) + [(request, arrival)]
            return nil
        }
        newest?.resume(returning: request)
    }

    /// Drops the unread requests, because the connection for their answers is lost.
    func clear() {
        shared.withLock { $0.waiting = [] }
    }

    func finish() {
        let readers = shared.withLock { shared in
            defer { shared = Shared(isFinished: true) }
            return shared.readers
        }
        for (_, reader) in readers { reader.resume(returning: nil) }
    }

    /// Waits for a request that the daemon has not refused yet; `nil` after ``finish()``, or if the
    /// task is cancelled.
    private func next() async -> PlayerSession.Request? {
        let number = shared.withLock { shared in
            shared.readerCount += 1
            return shared.readerCount
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                if let outcome = take(orWait: reader, number) { reader.resume(returning: outcome) }
            }
        } onCancel: {
            let reader = shared.withLock { shared -> Reader? in
                let index = shared.readers.firstIndex { $0.number == number }
                return index.map { shared.readers.remove(at: $0).reader }
            }
            reader?.resume(returning: nil)
        }
    }

    /// Returns the result for a reader; the outer `nil` means that the reader waits.
    private func take(orWait reader: Reader, _ number: Int) -> PlayerSession.Request?? {
        shared.withLock { shared in
            guard !Task.isCancelled, !shared.isFinished else { return .some(nil) }
            shared.waiting.removeAll { Clocks.elapsed - $0.arrivedAt > Self.lifetime }
            guard shared.waiting.isEmpty else { return shared.waiting.removeFirst().request }
            shared.readers.append((number, reader))
            return nil
        }
    }
}
