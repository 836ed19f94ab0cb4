import Varlink

// Replies whose events are JSON already: each is encoded once, whoever reads it.
extension Events.List {
    /// The message of one page, with its closing NUL.
    package static func answer(events: [[UInt8]], more: Bool) -> [UInt8] {
        var writer = JSONWriter(capacity: Events.size(of: events))
        writer.beginObject()
        Events.write(events, to: &writer)
        writer.member("more", more)
        writer.endObject()
        return Message.reply(parameters: writer.bytes, continues: false)
    }
}

extension Events.Follow {
    /// The message of one reply of the stream, with its closing NUL.
    package static func answer(events: [[UInt8]], ready: Bool, token: String) -> [UInt8] {
        var writer = JSONWriter(capacity: Events.size(of: events))
        writer.beginObject()
        Events.write(events, to: &writer)
        writer.member("ready", ready)
        writer.member("token", token)
        writer.endObject()
        return Message.reply(parameters: writer.bytes, continues: true)
    }
}

extension Events {
    fileprivate static func size(of events: [[UInt8]]) -> Int {
        events.reduce(128) { $0 + $1.count + 1 }
    }

    fileprivate static func write(_ events: [[UInt8]], to writer: inout JSONWriter) {
        writer.key("events")
        writer.beginArray()
        for event in events { writer.raw(event) }
        writer.endArray()
    }
}
