// SPDX-License-Identifier: Apache-2.0
internal import GPodder
internal import StateModel
internal import Varlink

struct PodcastState: Equatable, Sendable {
    struct Client: Equatable, Sendable {
        var actions = ClientCursor()
        var feeds = ClientCursor()
        var devices: [String: Device] = [:]
    }

    struct Device: Equatable, Sendable {
        private static let captionBytes = 256
        /// The device types that the protocol defines.
        private static let types: Set = ["desktop", "laptop", "mobile", "server", "other"]

        var caption = ""
        var type = "other"

        mutating func note(_ json: JSONValue) {
            if let caption = json["caption"]?.string {
                self.caption = caption.cut(to: Self.captionBytes)
            }
            if let type = json["type"]?.string, Self.types.contains(type) { self.type = type }
        }
    }

    /// The identity of the daemon's log to which the cursors belong.
    var log: String?
    /// The token of the daemon's stream of changes up to which other players' positions were
    /// recorded.
    var token: String?
    var clients: [String: Client] = [:]

    init() {}

    mutating func reset(to log: String) {
        self.log = log
        for name in clients.keys {
            clients[name]?.actions.reset()
            clients[name]?.feeds.reset()
        }
    }
}

// MARK: - JSON

extension PodcastState {
    private static let version = 1

    init?(json bytes: [UInt8]) {
        guard let json = JSONValue.parse(bytes), json["version"]?.integer == Self.version,
            case .object(let members)? = json["clients"]
        else { return nil }
        log = json["log"]?.string
        token = json["token"]?.string
        for member in members {
            guard let actions = ClientCursor(json: member.value["actions"] ?? .null),
                let feeds = ClientCursor(json: member.value["feeds"] ?? .null),
                case .object(let devices)? = member.value["devices"]
            else { return nil }
            let list = devices.map { device in
                let caption = device.value["caption"]?.string ?? ""
                return (
                    device.key, Device(caption: caption, type: device.value["type"]?.string ?? "")
                )
            }
            clients[member.key] = Client(
                actions: actions,
                feeds: feeds,
                devices: Dictionary(list) { $1 }
            )
        }
    }

    var json: [UInt8] {
        let members = clients.sorted { $0.key < $1.key }.map { name, client in
            let devices = client.devices.sorted { $0.key < $1.key }.map { id, device in
                JSONMember(
                    key: id,
                    value: .members([
                        "caption": .string(device.caption), "type": .string(device.type),
                    ])
                )
            }
            return JSONMember(
                key: name,
                value: .members([
                    "actions": client.actions.json, "feeds": client.feeds.json,
                    "devices": .object(devices),
                ])
            )
        }
        return JSONValue.members([
            "version": .int(Self.version), "log": log.map { .string($0) },
            "token": token.map { .string($0) },
            "clients": .object(members),
        ]).encoded + [0x0A]
    }
}

extension ClientCursor {
    fileprivate init?(json: JSONValue) {
        guard let from = json["from"]?.integer, let given = json["given"]?.integer,
            let newest = json["newest"]?.integer, let marks = json["marks"]?.list
        else { return nil }
        self.init()
        (since, self.from, self.given, self.newest) = (json["since"]?.integer, from, given, newest)
        for mark in marks {
            guard let cursor = mark.list.first?.integer, let place = mark.list.last?.integer else {
                return nil
            }
            self.marks.append(Mark(cursor, place))
        }
    }

    fileprivate var json: JSONValue {
        .members([
            "since": since.map { .int($0) }, "from": .int(from), "given": .int(given),
            "newest": .int(newest),
            "marks": .array(marks.map { .array([.int($0.cursor), .int($0.place)]) }),
        ])
    }
}
