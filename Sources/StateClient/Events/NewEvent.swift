// SPDX-License-Identifier: Apache-2.0
public import StateModel
public import StateProtocol

/// An event to append.
public typealias NewEvent = EventsTypes.NewEvent

extension EventsTypes.NewEvent {
    /// Creates an event whose body is one JSON object; without a time, it is of now.
    public init(
        _ topic: String,
        body: String = "{}",
        id: String,
        at: Timestamp? = nil,
        key: String? = nil
    ) throws(StateClientError) {
        guard let object = StateClient.object(body) else {
            throw .invalid(field: "body", reason: "is not a JSON object")
        }
        self.init(id: id, topic: topic, body: object, at: at, key: key)
    }
}
