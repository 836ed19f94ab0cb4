// SPDX-License-Identifier: Apache-2.0
import StateClient
import Synchronization

struct StatusFollower {
    let client: StateClient
    let selection: StatusSelection
    let output: Output
    private(set) var reconnection = DoublingPause.reconnection
    private(set) var hasShown = false
    private(set) var isLost = false

    /// Runs until the output is closed; reconnects when the connection is lost.
    ///
    /// If no daemon is running at the start, the error is thrown, unless the screen can show this
    /// state.
    mutating func run(on screen: inout StatusScreen) async throws {
        while true {
            do {
                try await show(on: &screen)
            } catch let end as StateClientError {
                guard end.isPassing, hasShown || screen.showsAbsence else { throw end }
                if !isLost || screen.showsAbsence {
                    screen.showAbsence(Failure(end, from: .current).message)
                }
            }
            isLost = true
            output.exitIfPipeClosed()
            await client.close()
            try await Task.sleep(for: .milliseconds(reconnection.next(share: .random(in: 0...1))))
        }
    }

    private mutating func show(on screen: inout StatusScreen) async throws {
        // Changes that arrive during a request cause only one more request.
        let (changes, change) = AsyncThrowingStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let (client, sync) = (client, LatestSync())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var batches = Replies(
                    socket: client.socket,
                    Playback.Subscribe.self,
                    .init(now: true)
                )
                await change.follow { try await batches.next() != nil }
            }
            group.addTask {
                var replies = Replies(socket: client.socket, Sync.Monitor.self, .init(front: true))
                await change.follow {
                    try await replies.next().map {
                        sync.set(try Sync.StatusReply(reply: $0).status)
                    } != nil
                }
            }
            defer { group.cancelAll() }
            for try await _ in changes {
                output.exitIfPipeClosed()
                // The first state is shown once sync is known.
                guard let sync = sync.known else { continue }
                try screen.show(try await StatusAnswers.ask(client, selection, sync: sync))
                reconnection.restart()
                (hasShown, isLost) = (true, false)
            }
        }
    }
}

private final class LatestSync: Sendable {
    private let status = Mutex<SyncStatus?>(nil)

    /// The status; `nil` if it is not known yet.
    var known: SyncStatus? { status.withLock(\.self) }

    func set(_ new: SyncStatus) { status.withLock { $0 = new } }
}

extension AsyncThrowingStream<Void, any Error>.Continuation {
    /// Signals each reply of a stream, and the end of the stream.
    fileprivate func follow(_ next: () async throws -> Bool) async {
        do {
            while try await next() { yield() }
            finish(throwing: StateClientError.disconnected(reason: "it stopped"))
        } catch {
            finish(throwing: error)
        }
    }
}
