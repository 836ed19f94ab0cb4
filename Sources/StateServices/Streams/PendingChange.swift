// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

/// A change that has not been delivered to subscribers.
///
/// It is encoded once for all subscribers, after the replies to callers were sent.
struct PendingChange {
    private enum Content {
        indirect case change(Change)
        case point(ChangeKind, ItemState, revision: Revision)
    }

    /// The sequence number of the row that made the change; `nil` for a change without a row.
    let sequence: SequenceNumber?
    /// The sequence number of the event; `nil` for any other kind of change.
    var event: SequenceNumber?
    private let content: Content

    init(change: Change, sequence: SequenceNumber? = nil) {
        content = .change(change)
        self.sequence = sequence
    }

    /// Creates the pending change of a row about an item; `nil` if subscribers do not receive such
    /// rows.
    init?(_ kind: RowKind, _ state: ItemState, point revision: Revision? = nil) {
        guard let change = state.record.change(kind) else { return nil }
        content = .point(change, state, revision: revision ?? state.revision)
        sequence = state.sequence
    }

    var kind: ChangeKind {
        switch content {
        case .change(let change): change.kind
        case .point(let kind, _, _): kind
        }
    }

    var isPlaying: Bool {
        switch content {
        case .change(let change): change.point?.status == .playing
        case .point(_, let state, _): state.record.point.status == .playing
        }
    }

    var filterFields: Change.FilterFields {
        switch content {
        case .change(let change): change.filterFields
        case .point(let kind, let state, _):
            (kind, state.record.point.item, state.record.point.player, nil)
        }
    }

    func write(to writer: inout JSONWriter, _ devices: DeviceRegistry) {
        switch content {
        case .change(let change): change.write(to: &writer)
        case .point(let kind, let state, let revision):
            let stamp = ResumePoint.Stamp(
                device: devices.label(of: state.record.device),
                revision: revision
            )
            Change.write(
                kind,
                revision: state.revision,
                of: state.record.point,
                stamp,
                to: &writer
            )
        }
    }

    /// The change, if it has no row.
    ///
    /// Such a change is published even if the batch fails.
    var change: Change? {
        guard sequence == nil, case .change(let change) = content else { return nil }
        return change
    }
}
