// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol

/// An event to append.
public struct NewEvent: Sendable, Equatable {
    let wire: Events.NewEvent

    /// Creates an event whose body is a JSON object; without `at`, its time is the time of
    /// appending.
    public init(
        _ topic: String,
        body: String = "{}",
        id: String,
        at: Timestamp? = nil,
        key: String? = nil
    ) throws(StateClientError) {
        guard let object = ObjectText.bytes(body) else {
            throw .invalid(field: "body", reason: "must be one JSON object")
        }
        wire = Events.NewEvent(id: id, topic: topic, body: object, at: at, key: key)
    }

    /// The ID, which must be unique among the events of all devices.
    public var id: String { wire.id }
}
