// SPDX-License-Identifier: Apache-2.0
public import StateModel

extension PlayerSession {
    /// The state of a player, shared by all its surfaces.
    public struct State: Sendable, Equatable {
        /// True while the state is up to date.
        ///
        /// False from the loss of the connection until the missed changes have arrived.
        public var isConnected = false
        /// The player, with its current item, phase and queue.
        public var player: Player
        /// The resume point of the current item, if this player stored it; otherwise `nil`.
        public var point: ResumePoint?
        /// The newest snapshot of the current item; `nil` if there is none, or the resume point is
        /// newer.
        public var snapshot: Snapshot?
        /// The open alerts, oldest first.
        public var alerts: [Alert] = []

        /// The playback status of the current item; `nil` if unknown.
        public var status: Status? { snapshot?.status ?? point?.status }
        /// The position in the current item, in seconds; `nil` if unknown.
        public var position: Double? { snapshot?.position ?? point?.position }

        /// Creates the state before the daemon has sent any data.
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
