// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore

/// The snapshots of one call, which are stored together, and the items that were looked up for them.
struct SnapshotBatch {
    /// The number of items that are looked up before the time is checked.
    private static let itemsAtOnce = 256

    /// The snapshots, all of them valid.
    let snapshots: [Snapshot]
    /// True if a snapshot counts although its item was cleared or finished after it.
    let outlastsRemoval: Bool
    /// The items as the store's tables hold them.
    private(set) var reads = TableReads()
    /// The number of snapshots whose items were looked up.
    private var lookedUp = 0

    /// Creates a batch that has looked for nothing; throws InvalidSnapshot.
    init(_ parameters: Playback.SaveMany.Parameters) throws(StateError) {
        snapshots = parameters.snapshots
        outlastsRemoval = parameters.anyway ?? false
        for (index, snapshot) in snapshots.enumerated() {
            guard let fault = snapshot.fault else { continue }
            throw .invalidSnapshot(
                field: "snapshots[\(index)].\(fault.field)",
                reason: fault.reason
            )
        }
    }

    /// Looks up items for the time of a job's slice; returns false if there was none left.
    mutating func lookUp(in tenant: Tenant) throws(StateError) -> Bool {
        guard lookedUp < snapshots.count else { return false }
        let end = ContinuousClock.now + Jobs.timePerSlice
        repeat {
            let slice = snapshots[lookedUp...].prefix(Self.itemsAtOnce)
            lookedUp = slice.endIndex
            try tenant.onStore { () throws(StoreError) in
                try tenant.store.log.lookUp(slice.lazy.map(\.item), into: &reads)
            }
        } while lookedUp < snapshots.count && ContinuousClock.now < end
        return true
    }
}
