// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

// The calls for the values of keys.
extension EventCalls {
    /// Replies with the current values of the requested keys, as many as fit into one reply.
    func latest(_ parameters: Events.Latest.Parameters) throws(StateError) -> [UInt8] {
        let limit = try pageSize(parameters.limit)
        if let topic = parameters.topic { try checkTopic(topic) }
        if let key = parameters.key {
            guard let topic = parameters.topic else { throw Self.needsTopic("key") }
            let row = try onStore { () throws(StoreError) in
                try events.latest(topic, key, now: clock.certain(clock.now()))
            }
            return Events.Latest.answer(events: row.map { [json(of: $0)] } ?? [], cursor: nil)
        }
        guard parameters.prefix == nil || parameters.topic != nil else {
            throw Self.needsTopic("prefix")
        }
        let place = parameters.cursor.flatMap(KeyCursor.place)
        guard parameters.cursor == nil || place != nil else {
            throw .unknownCursor
        }
        let page = try onStore { () throws(StoreError) in
            try events.latest(
                after: place,
                topic: parameters.topic,
                prefix: parameters.prefix ?? "",
                conflicts: parameters.conflicts ?? false,
                limit: limit,
                bytes: ReplySize.entries,
                now: clock.certain(clock.now())
            )
        }
        let fitting = ReplySize.fitting(page.rows.map(json(of:))) { $0.count }
        let isWhole = fitting.count == page.rows.count
        let next = isWhole ? page.next : page.rows[fitting.count - 1].event
        return Events.Latest.answer(events: fitting, cursor: next.flatMap(KeyCursor.text))
    }

    /// Clears a key by appending a tombstone, unless the key has no value or is already cleared.
    func clear(_ parameters: Events.Clear.Parameters) throws(StateError) -> [UInt8] {
        try checkTopic(parameters.topic)
        try check(parameters.key, as: "key", atMost: Limits.eventKeyBytes)
        let now = clock.now()
        let isPresent = try onStore { () throws(StoreError) in
            // A value that has expired here may still be present on a device with other settings.
            let present = try events.highest(parameters.topic, parameters.key)
            guard let rank = present?.event.key?.rank, !rank.isCleared else { return false }
            let tombstone = Event(
                id: "",
                topic: parameters.topic,
                body: Array("{}".utf8),
                at: now,
                key: EventKey(parameters.key, EventRank(rule: rank.rule, isCleared: true))
            )
            _ = try append(tombstone, as: "clear", now: now)
            return true
        }
        return Events.Clear.answer(.init(cleared: isPresent))
    }

    /// Makes an earlier value of a key the current value again, by a new event with its body.
    ///
    /// - Throws: InvalidEvent if the history has no such value, or the errors of an append.
    func undo(_ parameters: Events.Undo.Parameters) throws(StateError) -> [UInt8] {
        let (topic, key) = (parameters.topic, parameters.key)
        try checkTopic(topic)
        try check(key, as: "key", atMost: Limits.eventKeyBytes)
        let now = clock.now()
        let earlier = try onStore { () throws(StoreError) in
            try events.earlier(topic, key, id: parameters.id, now: clock.certain(now))
        }
        guard let earlier else {
            let field = parameters.id == nil ? "key" : "id"
            throw .invalidEvent(field: field, reason: "has no earlier value in the history")
        }
        var event = Event(id: "", topic: topic, body: earlier.event.body, at: now)
        event.key = EventKey(key, try rank(of: event))
        let restored = event
        let sequence = try onStore { () throws(StoreError) in
            try append(restored, as: "undo", now: now, restores: true)
        }
        return Events.Undo.answer(.init(sequence: sequence))
    }

    /// Appends an event with a new ID that begins with the name of a method.
    private func append(
        _ event: Event,
        as method: String,
        now: Timestamp,
        restores: Bool = false
    ) throws(StoreError) -> SequenceNumber {
        var event = event
        let certain = clock.certain(now)
        var number = events.last + 1
        while true {
            event.id = "\(method)-\(log.origin)-\(number)"
            let outcome = try events.append(event, now: now, certain: certain, restores: restores)
            if case .appended(let sequence) = outcome { return sequence }
            // A client has already used the ID.
            number = number + 1
        }
    }
}

/// The cursor of a list of keys: the topic, a slash, and the key.
///
/// A topic cannot contain a slash.
enum KeyCursor {
    static func text(_ event: Event) -> String? {
        event.key.map { event.topic + "/" + $0.name }
    }

    static func place(_ text: String) -> (topic: String, key: String)? {
        // Searches the bytes, because a combining mark at the start of the key could join with the
        // slash.
        let bytes = text.utf8
        guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let key = bytes[bytes.index(after: slash)...]
        return (String(Substring(bytes[..<slash])), String(Substring(key)))
    }
}
