internal import StateModel
internal import StateProtocol

extension Hub {
    /// A change as it will be sent, encoded once for everybody, and not before it is asked for: those
    /// who wait for an answer have it by then.
    ///
    /// It goes through several hands, so it is shared.
    final class Told {
        /// What is to be encoded.
        private enum Content {
            case change(Change)
            case player(Player, revision: Int)
            case point(ChangeKind, ResumePoint, revision: Int)
        }

        /// What it is about, for those who want some changes alone.
        let concern: Change.Concern
        /// It comes with a resume point that plays.
        let isPlaying: Bool
        /// The row that made it; an observation has none.
        let sequence: Int?
        private let content: Content
        private var encoded: [UInt8]?

        private init(
            _ content: Content,
            _ concern: Change.Concern,
            isPlaying: Bool,
            sequence: Int?
        ) {
            self.content = content
            self.concern = concern
            self.isPlaying = isPlaying
            self.sequence = sequence
        }

        /// A change and the row that made it.
        convenience init(change: Change, sequence: Int?) {
            let isPlaying = change.point?.status == .playing
            self.init(.change(change), change.concern, isPlaying: isPlaying, sequence: sequence)
        }

        /// A change of a player, by the row of that number.
        convenience init(_ player: Player, revision: Int, sequence: Int) {
            self.init(
                .player(player, revision: revision),
                Change.Concern(kind: .player, item: nil, player: player.player),
                isPlaying: false,
                sequence: sequence
            )
        }

        /// What happened to the resume point of an item, by the row of that number.
        convenience init(_ kind: ChangeKind, _ point: ResumePoint, revision: Int, sequence: Int) {
            self.init(
                .point(kind, point, revision: revision),
                Change.Concern(kind: kind, item: point.item, player: point.player),
                isPlaying: point.status == .playing,
                sequence: sequence
            )
        }

        /// The change.
        var json: [UInt8] {
            if let encoded { return encoded }
            let json =
                switch content {
                case .change(let change): change.json
                case .player(let player, let revision): Change.json(revision: revision, of: player)
                case .point(let kind, let point, let revision):
                    Change.json(kind, revision: revision, of: point)
                }
            encoded = json
            return json
        }

        /// The change again, where no row holds it: should the batch fail, it is told otherwise.
        var change: Change? {
            guard sequence == nil, case .change(let change) = content else { return nil }
            return change
        }
    }
}
