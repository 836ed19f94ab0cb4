// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import NIOCore
internal import Synchronization
internal import VarlinkNIO

/// The log of refused connections; many refusals are summarised.
final class RefusalLog: Sendable {
    private let logger: Logger
    private let throttle = Mutex(Throttle(pause: .seconds(10)))

    init(_ logger: Logger) {
        self.logger = logger
    }

    func note(_ message: Logger.Message, address: String) {
        let now = Duration.nanoseconds(Int64(NIODeadline.now().uptimeNanoseconds))
        guard let skipped = throttle.withLock({ $0.admit(now: now) }) else { return }
        logger.notice(message, metadata: ["peer.address": "\(address)", "others": "\(skipped)"])
    }
}
