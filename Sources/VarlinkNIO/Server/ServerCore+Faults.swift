// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Logging
import NIOCore
import Varlink

extension ServerCore {
    /// Logs a fault of a peer, at once or summed up with others.
    func report(_ fault: ClientFault, of peer: PeerCredentials, detail: String? = nil) {
        let key = FaultDigest.Key(fault: fault, user: peer.uid)
        guard faults.admit(key, process: peer.pid, now: loop.elapsed) else {
            return reportFaultsLater()
        }
        logger.notice(
            "\(fault.message)",
            metadata: [
                "peer.uid": "\(peer.uid)", "peer.pid": "\(peer.pid)",
                "reason": "\(detail ?? fault.reason)",
            ]
        )
    }

    /// Reports the processes that keep the server busy.
    func lookForHogs() {
        for hog in usage.look(now: loop.elapsed) {
            report(hog.fault, of: PeerCredentials(uid: hog.user, gid: 0, pid: hog.process))
        }
    }

    private func reportFaultsLater() {
        guard faultReport == nil, stopped == nil, let due = faults.due else { return }
        let delay = TimeAmount(max(.zero, due - loop.elapsed))
        faultReport = loop.assumeIsolated().scheduleTask(in: delay) { self.reportFaults() }
    }

    /// Logs the faults that were summed up.
    func reportFaults() {
        faultReport = nil
        for sum in faults.take(now: loop.elapsed) {
            logger.notice(
                "\(sum.key.fault.message), again and again",
                metadata: [
                    "peer.uid": "\(sum.key.user)", "peer.pid": "\(sum.process)",
                    "count": "\(sum.count)", "reason": "\(sum.key.fault.reason)",
                ]
            )
        }
        reportFaultsLater()
    }
}

// MARK: - Memory

extension ServerCore {
    /// Notes that bytes passed through the buffers, or that buffers with so many are gone.
    func noteTraffic(_ bytes: Int) {
        if relief.moved(bytes) { lookAtMemoryLater() }
    }

    private func lookAtMemoryLater() {
        guard stopped == nil else { return }
        reliefTimer = loop.assumeIsolated().scheduleTask(in: .seconds(1)) { self.lookAtMemory() }
    }

    private func lookAtMemory() {
        reliefTimer = nil
        if relief.look(idle: Int(clinux_idle_memory())) {
            clinux_release_memory()
            relief.returned(idle: Int(clinux_idle_memory()))
        }
        if relief.looksAgain() { lookAtMemoryLater() }
    }

    /// Returns true if the connections of a user hold much input.
    ///
    /// Such connections are not read while they have calls waiting.
    func holdsMuch(_ user: UInt32) -> Bool { ledger.holdsMuch(user) }

    /// Enters the input of a connection, and closes connections if the user holds too much.
    func enter(input: Int, of connection: Connection) {
        var holding = ledger.holding(of: connection.id)
        guard input >= BufferLedger.smallest || holding.input > 0 else { return }
        holding.input = input
        enter(holding, of: connection)
    }

    /// Enters the unshared output of a connection, and closes connections if the user holds too
    /// much.
    func enter(output: Int, of connection: Connection) {
        var holding = ledger.holding(of: connection.id)
        guard output >= BufferLedger.smallest || holding.output > 0 else { return }
        holding.output = output
        enter(holding, of: connection)
    }

    private func enter(_ holding: BufferLedger.Holding, of connection: Connection) {
        let user = connection.peer.uid
        ledger.enter(holding, of: connection.id, user: user)
        guard !isMakingRoom, ledger.excess(of: user) != nil else { return }
        isMakingRoom = true
        defer { isMakingRoom = false }
        // Peers may have read since: reviewing each connection shows how much is left.
        for id in ledger.holders(of: user) { connections[id]?.review() }
        guard let excess = ledger.excess(of: user) else { return }
        for id in ledger.toClose(excess, of: user) {
            ledger.enter(.init(), of: id, user: user)
            connections[id]?.blame(excess == .input ? .inputLimit : .outputLimit)
        }
    }
}
