// SPDX-License-Identifier: Apache-2.0
import Varlink

// The account of the memory that the connections' buffers use.
extension ServerCore {
    /// Returns true if the connections of a user have much input.
    ///
    /// In that case, a connection that itself has much input is not read while one of its calls
    /// waits.
    func holdsMuch(_ user: UInt32) -> Bool { ledger.holdsMuch(user) }

    /// Records the input or the unshared output of a connection; if the user exceeds a limit,
    /// connections of the user are closed.
    func enter(
        _ bytes: Int,
        as kind: WritableKeyPath<BufferLedger.Holding, Int>,
        of connection: Connection
    ) {
        var holding = ledger.holding(of: connection.id)
        guard bytes >= BufferLedger.smallest || holding[keyPath: kind] > 0 else { return }
        holding[keyPath: kind] = bytes
        enter(holding, of: connection)
    }

    private func enter(_ holding: BufferLedger.Holding, of connection: Connection) {
        let user = connection.peer.uid
        ledger.enter(holding, of: connection.id, user: user)
        guard !isMakingRoom, ledger.excess(of: user) != nil else { return }
        isMakingRoom = true
        defer { isMakingRoom = false }
        // Peers may have read in the meantime, so each connection is measured again.
        for id in ledger.holders(of: user) { connections[id.number]?.review() }
        guard let excess = ledger.excess(of: user) else { return }
        for id in ledger.toClose(excess, of: user) {
            ledger.enter(.init(), of: id, user: user)
            connections[id.number]?.reportFault(excess == .input ? .inputLimit : .outputLimit)
        }
    }
}
