// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
internal import StateModel
package import Varlink

extension Health: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var
            status: HealthStatus?, problems: [String]?, version: String?, startedAt: Timestamp?,
            restoredMs: Int?, storePath: String?, storeBytes: Int?, points: Int?, events: Int?,
            subscribers: Int?, connections: Int?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "status": status = try reader.known(HealthStatus.self, else: .degraded)
            case "problems": problems = try reader.strings()
            case "version": version = try reader.string()
            case "startedAt": startedAt = try reader.int()
            case "restoredMs": restoredMs = try reader.int()
            case "storePath": storePath = try reader.string()
            case "storeBytes": storeBytes = try reader.int()
            case "points": points = try reader.int()
            case "events": events = try reader.int()
            case "subscribers": subscribers = try reader.int()
            case "connections": connections = try reader.int()
            default: break
            }
        }
        try self.init(
            status: reader.required(status, "status"),
            problems: reader.required(problems, "problems"),
            version: reader.required(version, "version"),
            startedAt: reader.required(startedAt, "startedAt"),
            restoredMs: reader.required(restoredMs, "restoredMs"),
            storePath: reader.required(storePath, "storePath"),
            storeBytes: reader.required(storeBytes, "storeBytes"),
            points: reader.required(points, "points"), events: reader.required(events, "events"),
            subscribers: reader.required(subscribers, "subscribers"),
            connections: reader.required(connections, "connections")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("status", status)
        writer.member("problems", problems)
        writer.member("version", version)
        writer.member("startedAt", startedAt)
        writer.member("restoredMs", restoredMs)
        writer.member("storePath", storePath)
        writer.member("storeBytes", storeBytes)
        writer.member("points", points)
        writer.member("events", events)
        writer.member("subscribers", subscribers)
        writer.member("connections", connections)
    }
}

extension StoredBackup: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var
            name: String?, path: String?, kind: StoredBackup.Kind?, madeAt: Timestamp?, bytes: Int?,
            good: Bool?, points: Int?, events: Int?, problem: String?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "name": name = try reader.string()
            case "path": path = try reader.string()
            case "kind": kind = try reader.known(StoredBackup.Kind.self, else: .manual)
            case "madeAt": madeAt = try reader.int()
            case "bytes": bytes = try reader.int()
            case "good": good = try reader.bool()
            case "points": points = try reader.optionalInt()
            case "events": events = try reader.optionalInt()
            case "problem": problem = try reader.optionalString()
            default: break
            }
        }
        try self.init(
            name: reader.required(name, "name"), path: reader.required(path, "path"),
            kind: reader.required(kind, "kind"), madeAt: reader.required(madeAt, "madeAt"),
            bytes: reader.required(bytes, "bytes"), good: reader.required(good, "good"),
            points: points, events: events, problem: problem
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("path", path)
        writer.member("kind", kind)
        writer.member("madeAt", madeAt)
        writer.member("bytes", bytes)
        writer.member("good", good)
        writer.member("points", points)
        writer.member("events", events)
        writer.member("problem", problem)
    }
}
