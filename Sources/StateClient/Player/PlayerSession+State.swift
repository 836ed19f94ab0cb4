// SPDX-License-Identifier: Apache-2.0
public import StateModel

extension PlayerSession {
    /// The state of a player, which is the same for all of its surfaces.
    public struct State: Sendable, Equatable {
        /// True if the state is current; false from the loss of the connection until the missed
        /// changes have arrived.
        public var isConnected = false
        /// The player, with its current item, phase and queue.
        public var player: Player
        /// The newest resume point of the current item; `nil` if this player has stored none.
        public var point: ResumePoint?
        /// The newest observation of the current item; `nil` if the resume point is newer.
        public var snapshot: Snapshot?
        /// The open alerts, the oldest first.
        public var alerts: [Alert] = []

        /// The status of the current item; `nil` if it is unknown.
        public var status: Status? { snapshot?.status ?? point?.status }
        /// The position in the current item, in seconds; `nil` if it is unknown.
        public var position: Double? { snapshot?.position ?? point?.position }

        /// Creates the state of a player about which nothing is known.
        public init(player: String) {
            self.player = Player(
                player: player,
                item: nil,
                playing: false,
                phase: .background,
                surfaces: 0,
                queue: [],
                revision: .zero
            )
        }
    }
}
