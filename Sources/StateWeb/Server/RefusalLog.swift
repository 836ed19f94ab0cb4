// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import NIOCore
internal import Synchronization
internal import VarlinkNIO

/// The log lines about refused connections, summarised if there are many.
final class RefusalLog: Sendable {
    private let logger: Logger
    private let throttle = Mutex(Throttle(pause: .seconds(10)))

    /// Creates a log that has written nothing.
    init(_ logger: Logger) {
        self.logger = logger
    }

    /// Notes a refused connection of an address.
    func note(_ message: Logger.Message, address: String) {
        let now = Duration.nanoseconds(Int64(NIODeadline.now().uptimeNanoseconds))
        guard let skipped = throttle.withLock({ $0.admit(now: now) }) else { return }
        logger.notice(message, metadata: ["peer.address": "\(address)", "others": "\(skipped)"])
    }
}
