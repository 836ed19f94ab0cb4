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
            let members = try JSONMembers(of: &reader)
            try self.init(health: members.required("health"))
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
            let members = try JSONMembers(of: &reader)
            try self.init(text: members.required("text"))
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
            let members = try JSONMembers(of: &reader)
            try self.init(roots: members.required("roots"))
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
            let members = try JSONMembers(of: &reader)
            try self.init(
                pagesDone: members.required("pagesDone"),
                pagesTotal: members.required("pagesTotal"), path: members.optional("path")
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
            let members = try JSONMembers(of: &reader)
            try self.init(backups: members.required("backups"))
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
            let members = try JSONMembers(of: &reader)
            try self.init(
                points: members.required("points"), events: members.required("events"),
                formerName: members.required("formerName"),
                formerPath: members.required("formerPath")
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
            let members = try JSONMembers(of: &reader)
            try self.init(
                changed: members.required("changed"), restart: members.optional("restart") ?? []
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("changed", changed)
            if !restart.isEmpty { writer.member("restart", restart) }
        }
    }
}
