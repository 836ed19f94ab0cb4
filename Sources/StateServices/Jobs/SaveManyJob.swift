// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

/// Stores a long batch of snapshots, in turns of which only the last one is long.
///
/// The batch is parsed in the first turn, and its items are looked up in those that follow. All of
/// it is judged and stored in the last one, because others must not see a part of it.
final class SaveManyJob: Job {
    /// The size of the parameters, in bytes, above which a batch takes several milliseconds.
    static let long = 64 << 10

    /// The connection of the caller.
    let connection: ConnectionID?
    /// True if the caller waits for the reply.
    let wantsAnswer: Bool
    /// False, because it writes in its last step only, whose reply waits for the commit.
    let writes = false

    /// The call, until it is parsed.
    private var call: Call?
    private var batch: SnapshotBatch?

    /// Creates a job for a call of SaveMany.
    init(_ call: Call, from caller: ConnectionID) {
        connection = caller
        self.call = call
        wantsAnswer = !call.oneway
    }

    /// Does the next part of the work, or all that is left if another batch waits.
    ///
    /// Batches hold much memory, and another one arrives in each turn if a single process calls.
    func step(_ tenant: Tenant, now: Timestamp) throws(StateError) -> [UInt8]? {
        repeat {
            if let reply = try proceed(tenant) { return reply }
        } while tenant.jobs.hasSeveralBatches
        return nil
    }

    /// Does the next part of the work; returns the reply once all of it is done.
    private func proceed(_ tenant: Tenant) throws(StateError) -> [UInt8]? {
        if let call {
            self.call = nil
            batch = try SnapshotBatch(try Playback.SaveMany.parameters(of: call))
            return nil
        }
        if try batch?.lookUp(in: tenant) == true { return nil }
        guard let batch = batch.take(), let connection else { return nil }
        try tenant.queue.admit()
        return try tenant.playback.saveMany(batch, from: connection)
    }

    /// Does nothing, because the job holds no resources.
    func abandon() {}
}
