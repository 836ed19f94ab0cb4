// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel
internal import Varlink

/// The subjects, headers and settings of the stream that contains a store.
///
/// All records of a store are in one stream, so the numbers of its messages order them. A subject
/// keeps only its newest message, so each item and each pack of events has its own subject.
struct StreamLayout: Sendable {
    /// The name of the stream, which is the prefix of the subjects of its records, presences and
    /// announcements.
    let name: String

    var subjects: [String] { ["\(name).record.>", "\(name).device.>"] }
    var everything: String { "\(name).>" }
    /// The subjects on which the server announces each stored record: its headers without the
    /// content.
    var news: String { "\(name).news.>" }
    var inbox: String { "_INBOX.\(name)" }

    func subject(of key: SyncKey) -> String {
        "\(name).record.\(key.kind == .point ? "item" : "alias").\(SubjectToken.of(key.name.text))"
    }

    /// Returns the subject of a pack of events that follows the message `last`.
    ///
    /// A batch that is sent again may begin with the same event. Its pack must not replace the
    /// first one.
    func subject(of pack: Operation, after last: Int) -> String {
        "\(name).record.event.\(pack.origin).\(pack.number)-\(last)"
    }

    func packs(of origin: Origin) -> String { "\(name).record.event.\(origin).*" }

    var devices: String { "\(name).device." }

    func subject(of device: UInt64) -> String {
        devices + String(Origin(device: device, incarnation: 1).description.prefix(16))
    }

    func isRecord(_ subject: String) -> Bool { subject.hasPrefix("\(name).record.") }

    func request(_ call: String, _ bytes: [UInt8] = []) -> NATSRequest {
        NATSRequest(subject: "$JS.API.\(call).\(name)", bytes: bytes)
    }
}

/// The lifetimes of messages in a stream, which are set by the header `Nats-TTL` of each message.
enum StreamLife {
    private static let hour = 3_600
    /// The lifetime of tombstones and of events with keys, in seconds: half a year.
    ///
    /// It is longer than the time for which any device is expected to be away.
    static let tombstone = 182 * 24 * hour
    /// The lifetime of events without keys, in seconds: two weeks.
    static let event = 14 * 24 * hour
    /// The time for which a point is kept after its expiry, in seconds.
    ///
    /// A device keeps tombstones for the same time.
    static let afterPoint = 31 * hour

    /// The maximum time to live of a point, in seconds; that of a snapshot has the same limit.
    private static let longestPoint = 366 * 24 * hour

    /// Returns the lifetime of a value, in seconds; `nil` if the value is kept forever.
    static func of(_ version: ItemVersion) -> Int? {
        switch version.value {
        case .point(let point): max(0, min(point.life / 1_000, longestPoint)) + afterPoint
        case .tombstone: tombstone
        // Devices that join much later need aliases too.
        case .alias: nil
        }
    }
}

enum SubjectToken {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )

    /// Returns the text in base 64 without padding, in the URL-safe alphabet (RFC 4648, section 5).
    static func of(_ text: String) -> String {
        var token: [UInt8] = []
        var (bits, count) = (UInt32(0), 0)
        for byte in text.utf8 {
            (bits, count) = (bits << 8 | UInt32(byte), count + 8)
            while count >= 6 {
                count -= 6
                token.append(digits[Int(bits >> UInt32(count)) & 63])
            }
        }
        if count > 0 { token.append(digits[Int(bits << UInt32(6 - count)) & 63]) }
        return String(decoding: token, as: UTF8.self)
    }
}

extension StreamLayout {
    /// The header of a pack that lists the numbers of operations that are already stored.
    static let storedBefore = "Stated-Stored-Before"
    /// The metadata key of the random name of the store.
    static let identity = "stated-store"
    /// The metadata key of the administrator's declaration that the servers sync to disk before
    /// they acknowledge.
    static let durability = "stated-durable"
    /// The time for which the servers recognise the ID of a message, in nanoseconds: a little more
    /// than a day.
    private static let idWindow = 26 * 3_600 * 1_000_000_000

    /// Returns the settings of a new stream, as a JSON object.
    func settings(identity: String, replicas: Int) -> [UInt8] {
        let settings = JSONValue.members([
            "name": .string(name),
            "description": .string("playback positions and events of stated"),
            "subjects": .array(subjects.map { .string($0) }),
            "retention": .string("limits"),
            "storage": .string("file"),
            "num_replicas": .int(replicas),
            "max_msgs_per_subject": .int(1),
            // A full stream refuses new messages, so that no stored message is lost.
            "discard": .string("new"),
            "max_age": .int(0),
            "duplicate_window": .int(Self.idWindow),
            "allow_direct": .bool(true),
            "allow_msg_ttl": .bool(true),
            "deny_delete": .bool(true),
            "republish": .members([
                "src": .string("\(name).record.>"),
                "dest": .string(news),
                "headers_only": .bool(true),
            ]),
            "metadata": .members([Self.identity: .string(identity)]),
        ])
        return settings.encoded
    }
}
