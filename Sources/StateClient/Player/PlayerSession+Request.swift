// SPDX-License-Identifier: Apache-2.0
public import StateModel

extension PlayerSession {
    /// A request of another program to the player, which must be answered within 2 s.
    public struct Request: Sendable {
        /// The action that the player is to take.
        public let action: RequestedAction
        /// The position to seek to, in seconds; `nil` if the request has none.
        public let position: Double?
        /// The distance to seek from the present position, in seconds; `nil` if there is none.
        public let offset: Double?

        private let number: Int
        private let answer: @Sendable (SurfaceAnswer) -> Void

        /// Creates the request with a closure that answers it.
        init(_ request: SurfaceRequest, answer: @escaping @Sendable (SurfaceAnswer) -> Void) {
            action = request.action
            position = request.position
            offset = request.offset
            number = request.number
            self.answer = answer
        }

        /// Answers that the player has taken the action, with its state afterwards if it is known.
        public func done(isPlaying: Bool? = nil, position: Double? = nil) {
            answer(SurfaceAnswer(number, isPlaying: isPlaying, position: position))
        }

        /// Answers that the player does not take the action.
        public func refuse(_ reason: String) {
            answer(SurfaceAnswer(number, refusal: reason))
        }
    }
}
