// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient

extension Output {
    /// Lets an interrupt end the command as the usual way to end it, not as a failure.
    static func endsAtInterrupt() { signal(SIGINT) { _ in _exit(0) } }

    /// Shows a followed stream until an interrupt, and tells on standard error how its connection
    /// is.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - missesNothing: True if the stream continues after its last batch.
    ///   - show: Shows a batch.
    ///   - restarted: The reaction to a stream that begins again.
    /// - Throws: The error with which the stream ends.
    func follow<Batch>(
        _ stream: Follower<Batch>,
        missesNothing: Bool = true,
        _ show: (Batch) -> Void,
        restarted: () -> Void = {}
    ) async throws {
        Self.endsAtInterrupt()
        var startsOver = !missesNothing
        for try await event in stream {
            switch event {
            case .batch(let batch):
                endIfNobodyReads()
                show(batch)
            case .lost: Output.notice("the daemon went away; waiting for it")
            case .back:
                Output.notice("the daemon is back\(startsOver ? "" : "; nothing was missed")")
                startsOver = !missesNothing
            case .restarted(let reason):
                restarted()
                Output.notice("starting over, for \(reason.visible)")
                startsOver = true
            }
        }
    }
}
