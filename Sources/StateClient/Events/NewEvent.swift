// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol
import Varlink

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
        do throws(ObjectFault) {
            let object = try ObjectText.bytes(body, depth: Limits.eventBodyDepth)
            wire = Events.NewEvent(id: id, topic: topic, body: object, at: at, key: key)
        } catch {
            throw .invalid(field: "body", reason: error.reason ?? "must be one JSON object")
        }
    }

    /// The ID, which must be unique among the events of all devices.
    public var id: String { wire.id }
}
