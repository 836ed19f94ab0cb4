// SPDX-License-Identifier: Apache-2.0
import Logging
import NIOCore
import Varlink

/// The log of the faults of clients, at most one line every ten seconds for a user and kind.
final class FaultLog {
    private struct Key: Hashable {
        let fault: ClientFault
        let user: UInt32
    }

    private let loop: any EventLoop
    private let logger: Logger
    private var throttles: [Key: Throttle] = [:]
    private var usage = UsageWatch()

    init(loop: any EventLoop, logger: Logger) {
        self.loop = loop
        self.logger = logger
    }

    func report(_ fault: ClientFault, of peer: PeerCredentials, detail: String? = nil) {
        let key = Key(fault: fault, user: peer.uid)
        let skipped = throttles[key, default: Throttle(pause: .seconds(10))]
            .admit(now: loop.elapsed)
        guard let skipped else { return }
        var metadata: Logger.Metadata = [
            "peer.uid": "\(peer.uid)", "peer.pid": "\(peer.pid)",
            "reason": "\(detail ?? fault.reason)",
        ]
        if skipped > 0 { metadata["others"] = "\(skipped)" }
        logger.notice("\(fault.message)", metadata: metadata)
    }

    func served(_ peer: PeerCredentials, for time: Duration) {
        usage.served(peer.pid, of: peer.uid, for: time)
    }

    func opened(by peer: PeerCredentials) {
        usage.opened(by: peer.pid, of: peer.uid)
    }

    func reportHogs() {
        for hog in usage.look(now: loop.elapsed) {
            report(hog.fault, of: PeerCredentials(uid: hog.user, pid: hog.process))
        }
    }
}
