// SPDX-License-Identifier: Apache-2.0
import Logging
import NIOCore
import Varlink

final class FaultLog {
    private let loop: any EventLoop
    private let logger: Logger
    private var digest = FaultDigest()
    private var usage = UsageWatch()
    private var timer: Scheduled<Void>?

    init(loop: any EventLoop, logger: Logger) {
        self.loop = loop
        self.logger = logger
    }

    func report(_ fault: ClientFault, of peer: PeerCredentials, detail: String? = nil) {
        let key = FaultDigest.Key(fault: fault, user: peer.uid)
        guard digest.admit(key, process: peer.pid, now: loop.elapsed) else {
            return reportLater()
        }
        logger.notice(
            "\(fault.message)",
            metadata: [
                "peer.uid": "\(peer.uid)", "peer.pid": "\(peer.pid)",
                "reason": "\(detail ?? fault.reason)",
            ]
        )
    }

    func served(_ peer: PeerCredentials, for time: Duration) {
        usage.served(peer.pid, of: peer.uid, for: time)
    }

    func opened(by peer: PeerCredentials) {
        usage.opened(by: peer.pid, of: peer.uid)
    }

    func reportHogs() {
        for hog in usage.look(now: loop.elapsed) {
            report(hog.fault, of: PeerCredentials(uid: hog.user, gid: 0, pid: hog.process))
        }
    }

    /// Logs the summaries that are due, and stops the timer.
    func stop() {
        timer?.cancel()
        reportSums(isLast: true)
    }

    private func reportLater() {
        guard timer == nil, let due = digest.due else { return }
        let delay = TimeAmount(max(.zero, due - loop.elapsed))
        timer = loop.assumeIsolated().scheduleTask(in: delay) { self.reportSums() }
    }

    private func reportSums(isLast: Bool = false) {
        timer = nil
        for sum in digest.take(now: loop.elapsed) {
            logger.notice(
                "repeated: \(sum.key.fault.message)",
                metadata: [
                    "peer.uid": "\(sum.key.user)", "peer.pid": "\(sum.process)",
                    "count": "\(sum.count)", "reason": "\(sum.key.fault.reason)",
                ]
            )
        }
        if !isLast { reportLater() }
    }
}
