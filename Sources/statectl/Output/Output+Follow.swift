// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient

extension Output {
    static func endsAtInterrupt() { signal(SIGINT) { _ in _exit(0) } }

    /// Runs the work of a command; exits with status 75 at the timeout.
    static func within(
        _ limit: TimeSpan?,
        json: Bool,
        _ body: () async throws -> Void
    ) async throws {
        guard let limit else { return try await body() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await Task.sleep(for: .seconds(min(limit.seconds, Self.longestSeconds)))
                let message = "timed out after \(limit.text); try a longer --timeout"
                Failure(.tryAgain, message, name: "timedOut").print(json: json)
                exit(ShellStatus.tryAgain.rawValue)
            }
            defer { group.cancelAll() }
            try await body()
        }
    }

    private static let longestSeconds = 1_000_000_000

    /// Prints a stream; messages about lost connections go to standard error.
    ///
    /// With `interruptIsEnd`, an interrupt ends the program with status 0. `missesNothing` is true
    /// if the stream continues right after its last batch when it reconnects. `restarted` is called
    /// when the stream starts over.
    func follow<Batch>(
        _ stream: Follower<Batch>,
        interruptIsEnd: Bool = true,
        missesNothing: Bool = true,
        _ show: (Batch) throws -> Void,
        restarted: () -> Void = {}
    ) async throws {
        if interruptIsEnd { Self.endsAtInterrupt() }
        var startsOver = !missesNothing
        for try await event in stream {
            switch event {
            case .batch(let batch):
                exitIfPipeClosed()
                try show(batch)
            case .disconnected: Output.notice("the connection to the daemon ended; waiting for it")
            case .reconnected:
                Output.notice("the daemon is back\(startsOver ? "" : "; nothing was missed")")
                startsOver = !missesNothing
            case .restarted(let reason):
                restarted()
                Output.notice("starting over: \(reason.visible)")
                startsOver = true
            }
        }
    }
}
