// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

/// Stores a batch of many snapshots that was parsed in the turn before.
///
/// Parsing the batch takes a third as long as storing it, so other calls get a turn in between. The
/// job is used only if the caller waits for the reply: the sender of a one-way call may be gone by
/// the next turn.
final class SaveManyJob: Job {
    /// The size of the parameters, in bytes, above which a batch takes several milliseconds.
    static let long = 64 << 10

    /// The connection of the caller.
    let connection: ConnectionID?
    /// True, because the job stores snapshots.
    let writes = true
    /// True, because a one-way batch never becomes a job.
    let wantsAnswer = true
    private let parameters: Playback.SaveMany.Parameters
    private var wasPutOff = false

    /// Creates a job for a batch that is already parsed.
    init(_ connection: ConnectionID, _ parameters: Playback.SaveMany.Parameters) {
        self.connection = connection
        self.parameters = parameters
    }

    /// Stores the batch on the second call; the first call only yields its turn.
    func step(_ tenant: Tenant, now: Timestamp) throws(StateError) -> [UInt8]? {
        guard wasPutOff, let connection else {
            wasPutOff = true
            return nil
        }
        return try tenant.playback.saveMany(parameters, from: connection)
    }

    /// Does nothing, because the job holds no resources.
    func abandon() {}
}
