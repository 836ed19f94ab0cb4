// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel
internal import Varlink

struct JetStreamError {
    /// The code, which the server's `errors.json` explains.
    var code: Int
    /// The kind of error, as an HTTP status, such as 503 for a stream without a leader.
    var status: Int
    var text: String

    static let noStream = 10_059
    /// A stream with this name exists with other settings.
    static let nameInUse = 10_058
    /// The newest message of the subject is not the expected one.
    static let wrongLast = 10_071
    static let noMessage = 10_037
    /// The cluster has fewer running servers than the requested replicas.
    static let tooFewServers = 10_005
    /// Several replicas were requested from a server without a cluster.
    static let noCluster = 10_074
    /// The codes for a full stream, and for a full disk or memory of the server.
    private static let full: Set = [10_023, 10_047, 10_077]
    /// The statuses of temporary errors: another message is being stored, or there are too many
    /// requests.
    private static let passing: Set = [409, 429]

    /// True if the same request may succeed later.
    var isPassing: Bool {
        Self.full.contains(code) || status >= 500 || Self.passing.contains(status)
    }
}

struct JetStreamAnswer {
    private let value: JSONValue

    init(_ answer: NATSAnswer) throws(RemoteError) {
        var reader = JSONReader(answer.bytes)
        do {
            value = try reader.value()
        } catch {
            throw .transient("a NATS server sent a reply that is not JSON")
        }
    }

    var error: JetStreamError? {
        guard let error = value["error"] else { return nil }
        return JetStreamError(
            code: error["err_code"]?.integer ?? error["code"]?.integer ?? 0,
            status: error["code"]?.integer ?? 0,
            text: (error["description"]?.string ?? "it gives no reason")
                .cut(to: Limits.messageBytes)
        )
    }

    subscript(key: String) -> JSONValue? { value[key] }
}

extension JSONValue {
    var messageNumber: Int? { integer.flatMap { MessageNumber.range.contains($0) ? $0 : nil } }

    var isTrue: Bool { self == .bool(true) }

    var date: DateText? { string.flatMap { DateText($0) } }
}

enum MessageNumber {
    /// The range of valid numbers, whose successors do not overflow; 0 stands for no message.
    static let range = 0...(1 << 56)

    static func parse(_ text: String) -> Int? {
        Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
}

struct StoredMessage {
    var sequence: Int
    var subject: String
    /// The time at which the server stored the message, in milliseconds since 1970; 0 if it is
    /// unknown.
    var storedAt: Int
    var bytes: [UInt8]
    /// The header with the list of operations that were stored before; `nil` if it is missing, or
    /// the message was read by `DIRECT.GET`.
    var storedBefore: String?

    /// Creates the message from the reply to `STREAM.MSG.GET`; returns `nil` if a part is missing.
    init?(_ answer: JetStreamAnswer) {
        guard let message = answer["message"],
            let sequence = message["seq"]?.messageNumber, sequence > 0,
            let subject = message["subject"]?.string,
            let bytes = Base64.bytes(of: message["data"]?.string ?? "")
        else { return nil }
        self.sequence = sequence
        self.subject = subject
        self.bytes = bytes
        storedAt = message["time"]?.date?.milliseconds ?? 0
        let headers = message["hdrs"]?.string.flatMap { Base64.bytes(of: $0) } ?? []
        storedBefore = Self.value(of: StreamLayout.storedBefore, in: headers)
    }

    private static func value(of name: String, in headers: [UInt8]) -> String? {
        let lines = String(decoding: headers, as: UTF8.self).split(whereSeparator: \.isNewline)
        let line = lines.first { $0.hasPrefix(name + ":") }
        return line.map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
    }

    /// Creates the message from one reply to `DIRECT.GET`; returns `nil` if the reply has no
    /// message.
    init?(_ answer: NATSAnswer) {
        guard let sequence = answer.headers["Nats-Sequence"].flatMap(MessageNumber.parse),
            sequence > 0,
            let subject = answer.headers["Nats-Subject"]
        else { return nil }
        self.sequence = sequence
        self.subject = subject
        bytes = answer.bytes
        storedAt = answer.headers["Nats-Time-Stamp"].flatMap { DateText($0) }?.milliseconds ?? 0
    }
}

struct StreamInfo {
    /// The random name of the store.
    ///
    /// For a stream that was created by hand, it is derived from the creation time.
    var name: String
    var isNamed: Bool
    /// The time at which the stream was created, in microseconds since 1970.
    var epoch: Int
    /// The server's time when it replied, in milliseconds since 1970; 0 if it is unknown.
    var serverTime: Int
    var last: Int
    /// True if the administrator has declared that the servers sync to disk before they
    /// acknowledge.
    var isDurable: Bool
    /// True if several servers have the stream; some of them may be behind.
    var hasReplicas: Bool { settings["num_replicas"]?.integer ?? 1 > 1 }
    /// True if a server of the cluster is the stream's leader; false without a cluster.
    ///
    /// If replicas have no leader, each server answers from its own data, which may be outdated.
    var hasLeader: Bool
    var settings: JSONValue
    /// The version of the server; `nil` before version 2.11.
    var version: String?

    init?(_ answer: JetStreamAnswer, _ layout: StreamLayout) {
        guard let created = answer["created"]?.date, let settings = answer["config"],
            let state = answer["state"], let last = state["last_seq"]?.messageNumber
        else { return nil }
        let metadata = settings["metadata"]
        epoch = created.microseconds
        let random = metadata?[StreamLayout.identity]?.string?.cut(to: Limits.messageBytes)
        isNamed = random != nil
        name = random ?? "\(layout.name)-\(epoch)"
        serverTime = answer["ts"]?.date?.milliseconds ?? 0
        self.last = last
        isDurable = metadata?[StreamLayout.durability]?.string == "yes"
        version = metadata?["_nats.ver"]?.string
        hasLeader = answer["cluster"]?["leader"]?.string?.isEmpty == false
        self.settings = settings
    }

    /// Checks that the stream keeps all records; its settings may have been changed by hand.
    ///
    /// - Throws: `RemoteError.permanent` with the setting that must be changed.
    func check(_ layout: StreamLayout) throws(RemoteError) {
        guard let reason = obstacle(layout) else { return }
        throw .permanent(
            "the NATS stream \(layout.name) is not used, because it could lose records: "
                + reason
        )
    }

    private func obstacle(_ layout: StreamLayout) -> String? {
        guard version != nil else {
            return
                "the server is older than NATS 2.11, so messages cannot expire: upgrade the server"
        }
        let subjects: [JSONValue] = layout.subjects.map { .string($0) }
        guard case .array(let present)? = settings["subjects"],
            subjects.allSatisfy({ present.contains($0) })
        else { return "its subjects must include \(layout.subjects.joined(separator: " and "))" }
        for (setting, allowed, rule) in Self.rules
        where !allowed.contains(settings[setting] ?? .null) {
            return rule
        }
        return nil
    }

    /// The allowed values of settings; `null` allows a stream without the setting.
    private static let rules: [(setting: String, allowed: [JSONValue], rule: String)] = [
        ("retention", [.string("limits")], "retention must be limits"),
        ("storage", [.string("file")], "storage must be file"),
        ("discard_new_per_subject", no, "discard_new_per_subject must be false"),
        ("max_msgs_per_subject", [.int(1)], "max_msgs_per_subject must be 1"),
        ("discard", [.string("new")], "discard must be new"),
        ("sealed", no, "it is sealed"),
        ("subject_transform", [.null], "subject_transform must not be set"),
        ("max_age", [.int(0), .null], "max_age must be 0"),
        ("allow_direct", [.bool(true)], "allow_direct must be true"),
        ("allow_msg_ttl", [.bool(true)], "allow_msg_ttl must be true"),
    ]

    private static let no: [JSONValue] = [.bool(false), .null]
}
