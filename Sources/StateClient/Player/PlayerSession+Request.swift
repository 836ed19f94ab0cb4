// SPDX-License-Identifier: Apache-2.0
public import StateModel

extension PlayerSession {
    /// A request that another program made to the player; it must be answered within 2 seconds.
    public struct Request: Sendable {
        /// The action that the player must perform, such as a seek.
        public let action: RequestedAction
        /// The position to seek to, in seconds; `nil` if the request has none.
        public let position: Double?
        /// The distance to seek from the current position, in seconds; `nil` if the request has
        /// none.
        public let offset: Double?
        /// The item to open; `nil` if the request contains none.
        public let item: String?

        private let number: Int
        private let answer: @Sendable (SurfaceAnswer) -> Void

        init(_ request: SurfaceRequest, answer: @escaping @Sendable (SurfaceAnswer) -> Void) {
            action = request.action
            position = request.position
            offset = request.offset
            item = request.item
            number = request.number
            self.answer = answer
        }

        /// Answers that the player has performed the action.
        ///
        /// - Parameters:
        ///   - isPlaying: True if the player is playing now; `nil` if unknown.
        ///   - position: The position now, in seconds; `nil` if unknown.
        public func done(isPlaying: Bool? = nil, position: Double? = nil) {
            answer(SurfaceAnswer(number, isPlaying: isPlaying, position: position))
        }

        /// Answers that the player does not perform the action; the other program gets the reason.
        public func refuse(_ reason: String) {
            answer(SurfaceAnswer(number, refusal: reason))
        }
    }
}
