// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel
internal import Varlink

/// The error of a JetStream request: a code and a text of the server.
struct JetStreamError {
    /// The code; those of the server's `errors.json`.
    var code: Int
    /// The text.
    var text: String

    /// The message is larger than the stream allows.
    static let tooLarge = 10_054
    /// The stream does not exist.
    static let noStream = 10_059
    /// There is a stream of that name with other settings.
    static let nameInUse = 10_058
    /// The last message of the subject is not the expected one.
    static let wrongLast = 10_071
    /// There is no such message.
    static let noMessage = 10_037
    /// The cluster is too small for so many replicas, or there is no cluster.
    static let tooFewServers: Set = [10_005, 10_074]
    /// The stream, the server's disk or its memory is full for the moment.
    static let full: Set = [10_023, 10_028, 10_047, 10_077, 10_167]
    /// The stream has no leader, or the server is busy or has just started.
    static let unavailable: Set = [10_008, 10_009, 10_076, 10_118, 10_164]
}

/// The answer to a JetStream request: its members, or an error.
struct JetStreamAnswer {
    private let value: JSONValue

    /// Reads an answer.
    ///
    /// - Throws: `RemoteError.transient` if it is no JSON.
    init(_ answer: NATSAnswer) throws(RemoteError) {
        var reader = JSONReader(answer.bytes)
        do {
            value = try reader.value()
        } catch {
            throw .transient("a NATS server answers what is no JSON")
        }
    }

    /// The error; `nil` if there is none.
    var error: JetStreamError? {
        guard let error = value["error"] else { return nil }
        return JetStreamError(
            code: error["err_code"]?.int ?? error["code"]?.int ?? 0,
            text: error["description"]?.text ?? "it gives no reason"
        )
    }

    /// The value of a member.
    subscript(key: String) -> JSONValue? { value[key] }
}

extension JSONValue {
    /// The text, if it is one.
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The whole number, if it is one.
    var int: Int? {
        if case .int(let number) = self { number } else { nil }
    }

    /// The truth value, if it is one.
    var isTrue: Bool { self == .bool(true) }
}

/// A message as a server holds it.
struct StoredMessage {
    /// Its number in the stream.
    var sequence: Int
    /// Its subject.
    var subject: String
    /// The server's time when it was stored, in milliseconds since 1970.
    var storedAt: Int
    /// The content.
    var bytes: [UInt8]

    /// Creates the message from the answer to `STREAM.MSG.GET`; `nil` if a part is missing.
    init?(_ answer: JetStreamAnswer) {
        guard let message = answer["message"], let sequence = message["seq"]?.int,
            let subject = message["subject"]?.text,
            let bytes = Base64.bytes(of: message["data"]?.text ?? "")
        else { return nil }
        self.sequence = sequence
        self.subject = subject
        self.bytes = bytes
        storedAt = ServerTime(message["time"]?.text)?.milliseconds ?? 0
    }

    /// Creates the message from a part of the answer to `DIRECT.GET`; `nil` if it is none.
    init?(_ answer: NATSAnswer) {
        guard let sequence = answer.headers["Nats-Sequence"].flatMap({ Int($0) }),
            let subject = answer.headers["Nats-Subject"]
        else { return nil }
        self.sequence = sequence
        self.subject = subject
        bytes = answer.bytes
        storedAt = ServerTime(answer.headers["Nats-Time-Stamp"])?.milliseconds ?? 0
    }
}

/// What a server says about a stream.
struct StreamInfo {
    /// The random name of the store, or one made of the stream's birth if an administrator made it.
    var name: String
    /// The time when the stream was made, in microseconds since 1970.
    var epoch: Int
    /// The server's time, in milliseconds since 1970.
    var serverTime: Int
    /// The number of the newest message.
    var last: Int
    /// The oldest number that may still be there.
    var first: Int
    /// True if the administrator promises that servers sync before they acknowledge.
    var isDurable: Bool
    /// The settings of the stream.
    var settings: JSONValue
    /// The version of the server; `nil` before 2.11.
    var version: String?

    /// Creates the information; `nil` if a part of it is missing.
    init?(_ answer: JetStreamAnswer, _ layout: StreamLayout) {
        guard let created = ServerTime(answer["created"]?.text), let settings = answer["config"],
            let state = answer["state"]
        else { return nil }
        let metadata = settings["metadata"]
        epoch = created.microseconds
        name = metadata?[StreamLayout.identity]?.text ?? "\(layout.name)-\(epoch)"
        serverTime = ServerTime(answer["ts"]?.text)?.milliseconds ?? 0
        last = state["last_seq"]?.int ?? 0
        first = state["first_seq"]?.int ?? 0
        isDurable = metadata?[StreamLayout.durability]?.text == "yes"
        version = metadata?["_nats.ver"]?.text
        self.settings = settings
    }

    /// The reason why records would be lost in this stream; `nil` if none would.
    ///
    /// Somebody may have made or changed it by hand.
    func obstacle(_ layout: StreamLayout) -> String? {
        guard version != nil else {
            return "the server is older than NATS 2.11, whose messages have no time to live"
        }
        let subjects: [JSONValue] = layout.subjects.map { .string($0) }
        guard case .array(let present)? = settings["subjects"],
            subjects.allSatisfy({ present.contains($0) })
        else { return "it must store \(layout.subjects.joined(separator: " and "))" }
        if settings["max_msgs_per_subject"]?.int != 1 { return "max_msgs_per_subject must be 1" }
        if settings["discard"]?.text != "new" { return "discard must be new" }
        if settings["max_age"]?.int ?? 0 != 0 { return "max_age must be 0" }
        for setting in ["allow_direct", "allow_msg_ttl"] where settings[setting]?.isTrue != true {
            return "\(setting) must be true"
        }
        return nil
    }
}
