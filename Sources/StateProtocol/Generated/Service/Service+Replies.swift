// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
package import Varlink

extension Service.GetHealth {
    /// The reply of GetHealth.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var health: Health
        package init(health: Health) {
            self.health = health
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var health: Health?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "health" = memberName { health = try reader.decoded(Health.self) }
            }
            try self.init(health: reader.required(health, "health"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("health", health)
        }
    }
}

extension Service.GetMetrics {
    /// The reply of GetMetrics.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var text: String
        package init(text: String) {
            self.text = text
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var text: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "text" = memberName { text = try reader.string() }
            }
            try self.init(text: reader.required(text, "text"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("text", text)
        }
    }
}

extension Service.GetSettings {
    /// The reply of GetSettings.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var roots: [String]
        package init(roots: [String]) {
            self.roots = roots
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var roots: [String]?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "roots" = memberName { roots = try reader.strings() }
            }
            try self.init(roots: reader.required(roots, "roots"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("roots", roots)
        }
    }
}

extension Service.Backup {
    /// The reply of Backup.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var pagesDone: Int
        package var pagesTotal: Int
        package var path: String?
        package init(pagesDone: Int, pagesTotal: Int, path: String? = nil) {
            (self.pagesDone, self.pagesTotal, self.path) = (pagesDone, pagesTotal, path)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var pagesDone: Int?, pagesTotal: Int?, path: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "pagesDone": pagesDone = try reader.int()
                case "pagesTotal": pagesTotal = try reader.int()
                case "path": path = try reader.optionalString()
                default: break
                }
            }
            try self.init(
                pagesDone: reader.required(pagesDone, "pagesDone"),
                pagesTotal: reader.required(pagesTotal, "pagesTotal"), path: path
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("pagesDone", pagesDone)
            writer.member("pagesTotal", pagesTotal)
            writer.member("path", path)
        }
    }
}

extension Service.ListBackups {
    /// The reply of ListBackups.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var backups: [StoredBackup]
        package init(backups: [StoredBackup]) {
            self.backups = backups
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var backups: [StoredBackup]?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "backups" = memberName { backups = try reader.list(StoredBackup.self) }
            }
            try self.init(backups: reader.required(backups, "backups"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("backups", backups)
        }
    }
}

extension Service.Restore {
    /// The reply of Restore.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var points: Int
        package var events: Int
        package var formerName: String
        package var formerPath: String
        package init(points: Int, events: Int, formerName: String, formerPath: String) {
            self.points = points
            self.events = events
            self.formerName = formerName
            self.formerPath = formerPath
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var points: Int?, events: Int?, formerName: String?, formerPath: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "points": points = try reader.int()
                case "events": events = try reader.int()
                case "formerName": formerName = try reader.string()
                case "formerPath": formerPath = try reader.string()
                default: break
                }
            }
            try self.init(
                points: reader.required(points, "points"),
                events: reader.required(events, "events"),
                formerName: reader.required(formerName, "formerName"),
                formerPath: reader.required(formerPath, "formerPath")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("points", points)
            writer.member("events", events)
            writer.member("formerName", formerName)
            writer.member("formerPath", formerPath)
        }
    }
}

extension Service.Reload {
    /// The reply of Reload.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var changed: [String]
        package var restart: [String]
        package init(changed: [String], restart: [String] = []) {
            (self.changed, self.restart) = (changed, restart)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var changed: [String]?, restart: [String]?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "changed": changed = try reader.strings()
                case "restart": restart = try reader.isNull() ? nil : reader.strings()
                default: break
                }
            }
            try self.init(changed: reader.required(changed, "changed"), restart: restart ?? [])
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("changed", changed)
            if !restart.isEmpty { writer.member("restart", restart) }
        }
    }
}
