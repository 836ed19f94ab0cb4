// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel
internal import Varlink

/// The error of a JetStream request: the server's code and text.
struct JetStreamError {
    /// The code, from the server's `errors.json`.
    var code: Int
    /// The kind of error as an HTTP status, such as 503 for a stream without a leader.
    var status: Int
    var text: String

    /// The stream does not exist.
    static let noStream = 10_059
    /// A stream of this name exists with other settings.
    static let nameInUse = 10_058
    /// The last message of the subject is not the expected one.
    static let wrongLast = 10_071
    /// There is no such message.
    static let noMessage = 10_037
    /// The cluster has fewer running servers than replicas were requested.
    static let tooFewServers = 10_005
    /// Several replicas were requested from a single server.
    static let noCluster = 10_074
    /// Codes that mean that the stream, the server's disk or its memory is full.
    private static let full: Set = [10_023, 10_047, 10_077]
    /// Statuses of temporary errors: a message is being stored, or too many requests.
    private static let passing: Set = [409, 429]

    /// True if the same request may succeed later.
    var isPassing: Bool {
        Self.full.contains(code) || status >= 500 || Self.passing.contains(status)
    }
}

/// The reply to a JetStream request: its members or an error.
struct JetStreamAnswer {
    private let value: JSONValue

    /// Parses a reply.
    ///
    /// - Throws: `RemoteError.transient` if it is not JSON.
    init(_ answer: NATSAnswer) throws(RemoteError) {
        var reader = JSONReader(answer.bytes)
        do {
            value = try reader.value()
        } catch {
            throw .transient("a NATS server sent a reply that is not JSON")
        }
    }

    /// The error; `nil` if there is none.
    var error: JetStreamError? {
        guard let error = value["error"] else { return nil }
        return JetStreamError(
            code: error["err_code"]?.integer ?? error["code"]?.integer ?? 0,
            status: error["code"]?.integer ?? 0,
            text: (error["description"]?.string ?? "it gives no reason")
                .cut(to: Limits.messageBytes)
        )
    }

    /// The value of a member.
    subscript(key: String) -> JSONValue? { value[key] }
}

extension JSONValue {
    /// The value as a message number; `nil` if it is not one.
    var messageNumber: Int? { integer.flatMap { MessageNumber.range.contains($0) ? $0 : nil } }

    /// True if the value is the Boolean true.
    var isTrue: Bool { self == .bool(true) }
}

/// The numbers of messages in a stream; those from a server are checked when parsed.
enum MessageNumber {
    /// The range of valid message numbers, with headroom for later ones; 0 means none.
    static let range = 0...(1 << 56)

    /// Parses a message number; `nil` if the text is not one.
    static func parse(_ text: String) -> Int? {
        Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
}

/// A message stored by a server.
struct StoredMessage {
    /// The sequence number in the stream.
    var sequence: Int
    var subject: String
    /// The time at which the server stored the message, in milliseconds since 1970.
    var storedAt: Int
    /// The content.
    var bytes: [UInt8]
    /// The value of the header that lists operations stored earlier; `nil` without such a header.
    var storedBefore: String?

    /// Creates the message from the reply to `STREAM.MSG.GET`; `nil` if a part is missing.
    init?(_ answer: JetStreamAnswer) {
        guard let message = answer["message"],
            let sequence = message["seq"]?.messageNumber, sequence > 0,
            let subject = message["subject"]?.string,
            let bytes = Base64.bytes(of: message["data"]?.string ?? "")
        else { return nil }
        self.sequence = sequence
        self.subject = subject
        self.bytes = bytes
        storedAt = ServerTime(message["time"]?.string)?.milliseconds ?? 0
        let headers = message["hdrs"]?.string.flatMap { Base64.bytes(of: $0) } ?? []
        storedBefore = Self.value(of: StreamLayout.storedBefore, in: headers)
    }

    /// Returns the value of a header in a message's header block; `nil` if the header is missing.
    private static func value(of name: String, in headers: [UInt8]) -> String? {
        let lines = String(decoding: headers, as: UTF8.self).split(whereSeparator: \.isNewline)
        let line = lines.first { $0.hasPrefix(name + ":") }
        return line.map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
    }

    /// Creates the message from a part of the reply to `DIRECT.GET`; `nil` if it is not a message.
    init?(_ answer: NATSAnswer) {
        guard let sequence = answer.headers["Nats-Sequence"].flatMap(MessageNumber.parse),
            sequence > 0,
            let subject = answer.headers["Nats-Subject"]
        else { return nil }
        self.sequence = sequence
        self.subject = subject
        bytes = answer.bytes
        storedAt = ServerTime(answer.headers["Nats-Time-Stamp"])?.milliseconds ?? 0
    }
}

/// A server's information about a stream.
struct StreamInfo {
    /// The random name of the store; for a stream created by hand, a name derived from its creation
    /// time.
    var name: String
    /// True if the stream has a name in its metadata.
    var isNamed: Bool
    /// The creation time of the stream, in microseconds since 1970.
    var epoch: Int
    /// The server's time, in milliseconds since 1970.
    var serverTime: Int
    /// The number of the newest message.
    var last: Int
    /// True if the administrator has declared that servers sync before they acknowledge.
    var isDurable: Bool
    /// True if several servers hold the stream, and some may be behind.
    var hasReplicas: Bool { settings["num_replicas"]?.integer ?? 1 > 1 }
    /// True if one of the stream's servers is the leader.
    ///
    /// Without a leader, each server answers from its own data.
    var hasLeader: Bool
    /// The settings of the stream.
    var settings: JSONValue
    /// The version of the server; `nil` before 2.11.
    var version: String?

    /// Creates the information; `nil` if a part of it is missing.
    init?(_ answer: JetStreamAnswer, _ layout: StreamLayout) {
        guard let created = ServerTime(answer["created"]?.string), let settings = answer["config"],
            let state = answer["state"], let last = state["last_seq"]?.messageNumber
        else { return nil }
        let metadata = settings["metadata"]
        epoch = created.microseconds
        let random = metadata?[StreamLayout.identity]?.string?.cut(to: Limits.messageBytes)
        isNamed = random != nil
        name = random ?? "\(layout.name)-\(epoch)"
        serverTime = ServerTime(answer["ts"]?.string)?.milliseconds ?? 0
        self.last = last
        isDurable = metadata?[StreamLayout.durability]?.string == "yes"
        version = metadata?["_nats.ver"]?.string
        hasLeader = answer["cluster"]?["leader"]?.string?.isEmpty == false
        self.settings = settings
    }

    /// Returns the reason why this stream could lose records; `nil` if there is none.
    ///
    /// The stream may have been created or changed by hand.
    func obstacle(_ layout: StreamLayout) -> String? {
        guard version != nil else {
            return "the server is older than NATS 2.11, whose messages have no time to live"
        }
        let subjects: [JSONValue] = layout.subjects.map { .string($0) }
        guard case .array(let present)? = settings["subjects"],
            subjects.allSatisfy({ present.contains($0) })
        else { return "its subjects must include \(layout.subjects.joined(separator: " and "))" }
        if settings["retention"]?.string != "limits" { return "retention must be limits" }
        if settings["storage"]?.string != "file" { return "storage must be file" }
        if settings["discard_new_per_subject"]?.isTrue == true {
            return "discard_new_per_subject must be false"
        }
        if settings["max_msgs_per_subject"]?.integer != 1 {
            return "max_msgs_per_subject must be 1"
        }
        if settings["discard"]?.string != "new" { return "discard must be new" }
        if settings["max_age"]?.integer ?? 0 != 0 { return "max_age must be 0" }
        for setting in ["allow_direct", "allow_msg_ttl"] where settings[setting]?.isTrue != true {
            return "\(setting) must be true"
        }
        return nil
    }
}
