internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

extension Hub {
    /// A change as it will be sent: what it says, to be encoded for everybody at once, and not before
    /// those who wait for an answer have it.
    struct Told {
        /// What is to be encoded.
        private enum Content {
            indirect case change(Change)
            case player(Player, revision: Int)
            case point(ChangeKind, Head, revision: Int)
        }

        /// The row that made it; an observation has none.
        let sequence: Int?
        private let content: Content

        /// A change and the row that made it.
        init(change: Change, sequence: Int?) {
            content = .change(change)
            self.sequence = sequence
        }

        /// A change of a player, by the row of that number.
        init(_ player: Player, revision: Int, sequence: Int) {
            content = .player(player, revision: revision)
            self.sequence = sequence
        }

        /// What a row made of an item, or of the resume point of that revision that it removed.
        init(_ kind: ChangeKind, _ head: Head, removed revision: Int? = nil) {
            content = .point(kind, head, revision: revision ?? head.revision)
            sequence = head.sequence
        }

        /// What the change did.
        var kind: ChangeKind {
            switch content {
            case .change(let change): change.kind
            case .player: .player
            case .point(let kind, _, _): kind
            }
        }

        /// It comes with a resume point that plays.
        var isPlaying: Bool {
            switch content {
            case .change(let change): change.point?.status == .playing
            case .player: false
            case .point(_, let head, _): head.record.point.status == .playing
            }
        }

        /// What it is about, for those who want some changes alone.
        var concern: Change.Concern {
            switch content {
            case .change(let change): change.concern
            case .player(let player, _): .init(kind: .player, item: nil, player: player.player)
            case .point(let kind, let head, _):
                .init(kind: kind, item: head.record.point.item, player: head.record.point.player)
            }
        }

        /// Writes the change, with what devices are called.
        func write(to writer: inout JSONWriter, _ devices: DeviceBook) {
            switch content {
            case .change(let change): change.write(to: &writer)
            case .player(let player, let revision):
                Change.write(revision: revision, of: player, to: &writer)
            case .point(let kind, let head, let revision):
                let stamp = ResumePoint.Stamp(
                    device: devices.label(of: head.record.device),
                    revision: revision
                )
                Change.write(
                    kind,
                    revision: head.revision,
                    of: head.record.point,
                    stamp,
                    to: &writer
                )
            }
        }

        /// The change again, where no row holds it: should the batch fail, it is told otherwise.
        var change: Change? {
            guard sequence == nil, case .change(let change) = content else { return nil }
            return change
        }
    }
}
