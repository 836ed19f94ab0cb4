// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import SyncModel
internal import Varlink

struct EventCalls: TenantComponent {
    let context: TenantContext
    let events: EventLog

    /// Appends an event; the reply is sent after the commit that includes the event.
    ///
    /// - Throws: InvalidEvent, IdReused, QuotaExceeded, or the errors of the store.
    func append(_ parameters: Events.Append.Parameters) throws(StateError) -> [UInt8] {
        let event = try event(
            Events.NewEvent(
                id: parameters.id,
                topic: parameters.topic,
                body: parameters.body,
                at: parameters.at,
                key: parameters.key
            )
        )
        let appended = try append(event)
        guard let sequence = appended.sequence else { throw .idReused(id: event.id) }
        return Events.Append.answer(
            .init(sequence: sequence, duplicate: appended.duplicate ?? false)
        )
    }

    /// Appends the given events, or none of them after an error.
    ///
    /// An event whose ID belongs to another event is not appended; its result is empty.
    func appendMany(_ parameters: Events.AppendMany.Parameters) throws(StateError) -> [UInt8] {
        try CallLimit.events.check(parameters.events.count)
        var new: [Event] = []
        for (index, event) in parameters.events.enumerated() {
            new.append(try self.event(event, "events[\(index)]."))
        }
        let results = try log.atomically { () throws(StateError) in
            try new.map(append)
        } orElse: { _ in
        }
        return Events.AppendMany.answer(.init(results: results))
    }

    /// Returns the event of a client's request, or throws if the event is invalid.
    ///
    /// `path` is put before the name of the invalid member in the error.
    private func event(
        _ new: Events.NewEvent,
        _ path: String = ""
    ) throws(StateError) -> Event {
        var event = Event(
            id: new.id,
            topic: new.topic,
            body: new.body,
            at: (new.at ?? clock.now()).clamped,
            key: new.key.map { EventKey($0) }
        )
        if let fault = event.fault ?? event.bodyFault {
            throw .invalidEvent(field: path + fault.field, reason: fault.reason)
        }
        guard abs(event.at - clock.now()) <= ItemVersion.leadMilliseconds else {
            throw .invalidEvent(field: path + "at", reason: "must be within 1,000 years of now")
        }
        if let key = event.key { event.key = EventKey(key.name, try rank(of: event, path)) }
        return event
    }

    /// Appends a valid event.
    ///
    /// If an event with the same ID is already stored, the result is a duplicate if both have the
    /// same topic, key and body, and empty otherwise.
    private func append(_ event: Event) throws(StateError) -> Events.Appended {
        let now = clock.now()
        let certain = clock.certain(now)
        switch try onStore(events.append(event, now: now, certain: certain)) {
        case .appended(let sequence): return .init(sequence: sequence, duplicate: false)
        case .known(let row):
            let isSame =
                ExactString(row.event.topic) == ExactString(event.topic)
                && ExactString.same(row.event.key?.name, event.key?.name)
                && CanonicalJSON.same(row.event.body, event.body)
            return isSame ? .init(sequence: row.sequence, duplicate: true) : .init()
        }
    }

    func rank(of event: Event, _ path: String = "") throws(StateError) -> EventRank {
        let topic = context.settings.store.topics[event.topic] ?? TopicSettings()
        let rule = topic.merge ?? .newest
        guard rule.comparesNumbers else { return EventRank(rule: rule) }
        var reader = JSONReader(event.body)
        guard let number = try? reader.number(at: topic.path[...]) else {
            let place = topic.path.joined(separator: ".")
            throw .invalidEvent(
                field: path + "body",
                reason:
                    "must have a number at \(place), because in topic \(event.topic) the \(rule) wins"
            )
        }
        return EventRank(rule: rule, number: number)
    }

    /// Replies with the requested events in order, as many as fit into one reply.
    func listEvents(_ parameters: Events.List.Parameters) throws(StateError) -> [UInt8] {
        let limit = try pageSize(parameters.limit)
        if let topic = parameters.topic { try checkTopic(topic) }
        let present = try parameters.key.flatMap { key throws(StateError) -> EventRow? in
            guard let topic = parameters.topic else { throw Self.needsTopic("key") }
            return try onStore { () throws(StoreError) in try events.highest(topic, key) }
        }
        let after = parameters.after ?? .start
        guard after >= .start else {
            throw .invalidValue(parameter: "after", reason: "must be at least 0")
        }
        let page = try onStore(
            events.page(
                after: after,
                topic: parameters.topic,
                key: parameters.key,
                limit: limit,
                bytes: ReplySize.entries
            )
        )
        let (since, until) = (parameters.since ?? .min, parameters.until ?? .max)
        let rows = page.rows.filter {
            $0.event.at.rawValue >= since && $0.event.at.rawValue < until
        }
        let encoded = rows.map { row in
            row.json(origin: events.origin(of: row), isLost: present.map(row.isLost(to:)) ?? false)
        }
        let fitting = ReplySize.fitting(encoded) { $0.count }
        let isWhole = fitting.count == rows.count
        let last = isWhole ? page.rows.last : rows[fitting.count - 1]
        let more = page.next != nil || !isWhole
        return Events.List.answer(events: fitting, more: more, next: more ? last?.sequence : nil)
    }

    static func needsTopic(_ parameter: String) -> StateError {
        .invalidValue(parameter: parameter, reason: "needs a topic")
    }

    func json(of row: EventRow) -> [UInt8] {
        row.json(origin: events.origin(of: row))
    }
}

extension JSONReader {
    /// Returns the number at a path of member names; `nil` if a member of the path is missing.
    fileprivate mutating func number(at path: ArraySlice<Substring>) throws(JSONError) -> Double? {
        guard let name = path.first else { return try double() }
        var number: Double?
        try object { (key, reader) throws(JSONError) in
            if reader.text(of: key) == name {
                number = try reader.number(at: path.dropFirst())
            } else {
                try reader.skip()
            }
        }
        return number
    }
}

extension Event {
    /// The reason why the body is invalid; `nil` if it is a JSON object that is not nested too
    /// deeply.
    var bodyFault: ValueFault? {
        var reader = JSONReader(body, depth: Limits.eventBodyDepth)
        do throws(JSONError) {
            try reader.object { _, _ in }
            try reader.finish()
            return nil
        } catch {
            let isDeep = error.kind == .depth
            let reason =
                isDeep
                ? "must be nested at most \(Limits.eventBodyDepth) levels deep"
                : "must be one JSON object"
            return ValueFault("body", reason)
        }
    }
}

extension EventRow {
    /// Returns the JSON of the event as clients receive it; `origin` is the label of the device
    /// that appended it.
    func json(origin: String, isLost: Bool = false) -> [UInt8] {
        Events.Event(
            id: event.id,
            topic: event.topic,
            body: event.body,
            origin: origin,
            at: event.at,
            sequence: sequence,
            state: Events.SyncState(state),
            key: event.key?.name,
            cleared: event.key?.rank.isCleared == true ? true : nil,
            lost: isLost ? true : nil
        ).json
    }
}

extension EventLog {
    func change(_ row: EventRow, revision: Revision) -> Change {
        let json = row.json(origin: origin(of: row))
        return Change(
            kind: .event,
            revision: revision,
            about: .event(topic: row.event.topic, json: json)
        )
    }
}

extension Events.SyncState {
    init(_ state: SyncState) {
        self =
            switch state {
            case .pending: .pending
            case .inFlight: .inFlight
            case .synced: .synced
            case .failed: .failed
            }
    }
}
