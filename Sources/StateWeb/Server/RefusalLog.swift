// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import NIOCore
internal import Synchronization

/// The log lines about connections that are turned away, summed up where there are many.
final class RefusalLog: Sendable {
    private struct State {
        var lastLine: NIODeadline?
        var skipped = 0
    }

    /// The least time between two lines.
    private static let pause = TimeAmount.seconds(10)

    private let logger: Logger
    private let state = Mutex(State())

    /// Creates a log that has written nothing.
    init(_ logger: Logger) {
        self.logger = logger
    }

    /// Notes that a connection of an address was turned away.
    func note(_ message: Logger.Message, address: String, at now: NIODeadline = .now()) {
        let skipped = state.withLock { state -> Int? in
            if let last = state.lastLine, now < last + Self.pause {
                state.skipped += 1
                return nil
            }
            defer { state = State(lastLine: now) }
            return state.skipped
        }
        guard let skipped else { return }
        logger.notice(message, metadata: ["peer.address": "\(address)", "others": "\(skipped)"])
    }
}
