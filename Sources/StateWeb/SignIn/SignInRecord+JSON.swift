// SPDX-License-Identifier: Apache-2.0
internal import Varlink

extension SignInRecord {
    private static let version = 1

    /// Parses the contents of the file; `nil` if they are malformed or have another version.
    package init?(json: [UInt8]) {
        guard let value = JSONValue.parse(json), value["version"]?.integer == Self.version,
            case .array(let codes)? = value["codes"],
            case .array(let sessions)? = value["sessions"]
        else { return nil }
        self.codes = codes.compactMap(Code.init(json:))
        self.sessions = sessions.compactMap(Session.init(json:))
        // Files of versions before podcast clients were supported contain no list of clients.
        let clients = value["clients"]?.list ?? []
        self.clients = clients.compactMap(Client.init(json:))
        guard self.codes.count == codes.count, self.sessions.count == sessions.count,
            self.clients.count == clients.count
        else { return nil }
    }

    package var json: [UInt8] {
        JSONValue.members([
            "version": .int(Self.version),
            "codes": .array(codes.map(\.json)),
            "sessions": .array(sessions.map(\.json)),
            "clients": .array(clients.map(\.json)),
        ]).encoded + [0x0A]
    }
}

extension SignInRecord.Code {
    init?(json: JSONValue) {
        guard let hash = json["hash"]?.string, let expiresAt = json["expiresAt"]?.integer else {
            return nil
        }
        self.init(hash: hash, expiresAt: expiresAt)
    }

    fileprivate var json: JSONValue {
        .members(["hash": .string(hash), "expiresAt": .int(expiresAt)])
    }
}

extension SignInRecord.Session {
    init?(json: JSONValue) {
        guard let id = json["id"]?.string, let hash = json["hash"]?.string,
            let label = json["label"]?.string, let address = json["address"]?.string,
            let createdAt = json["createdAt"]?.integer,
            let lastSeenAt = json["lastSeenAt"]?.integer
        else { return nil }
        self.init(
            id: id,
            hash: hash,
            label: label,
            address: address,
            createdAt: createdAt,
            lastSeenAt: lastSeenAt
        )
    }

    fileprivate var json: JSONValue {
        .members([
            "id": .string(id), "hash": .string(hash), "label": .string(label),
            "address": .string(address), "createdAt": .int(createdAt),
            "lastSeenAt": .int(lastSeenAt),
        ])
    }
}

extension SignInRecord.Client {
    init?(json: JSONValue) {
        guard let name = json["name"]?.string, let hash = json["hash"]?.string,
            let cookieHash = json["cookieHash"]?.string, let program = json["program"]?.string,
            let createdAt = json["createdAt"]?.integer,
            let lastSeenAt = json["lastSeenAt"]?.integer
        else { return nil }
        (self.name, self.hash, self.cookieHash) = (name, hash, cookieHash)
        readerHashes = json["readerHashes"]?.list.compactMap(\.string) ?? []
        (self.program, self.createdAt, self.lastSeenAt) = (program, createdAt, lastSeenAt)
    }

    fileprivate var json: JSONValue {
        .members([
            "name": .string(name), "hash": .string(hash), "cookieHash": .string(cookieHash),
            "readerHashes": .array(readerHashes.map { .string($0) }),
            "program": .string(program), "createdAt": .int(createdAt),
            "lastSeenAt": .int(lastSeenAt),
        ])
    }
}
