// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
package import StateModel
package import Varlink

extension SaveResult: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var
            outcome: Outcome?, reason: OutcomeReason?, revision: Revision?, status: Status?,
            removedAt: Timestamp?, at: Timestamp?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "outcome": outcome = try reader.known(Outcome.self, else: .ignored)
            case "why": reason = try reader.optionalKnown(OutcomeReason.self)
            case "revision": revision = try reader.int()
            case "status": status = try reader.optionalKnown(Status.self)
            case "removedAt": removedAt = try reader.optionalInt()
            case "at": at = try reader.optionalInt()
            default: break
            }
        }
        try self.init(
            outcome: reader.required(outcome, "outcome"), reason: reason,
            revision: reader.required(revision, "revision"), status: status, removedAt: removedAt,
            at: at
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("outcome", outcome)
        writer.member("why", reason)
        writer.member("revision", revision)
        writer.member("status", status)
        writer.member("removedAt", removedAt)
        writer.member("at", at)
    }
}

extension HistoryEntry: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var
            revision: Revision?, point: ResumePoint?, ending: Ending?, finished: Bool?,
            reason: String?, endedAt: Timestamp?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "revision": revision = try reader.int()
            case "point": point = try reader.decoded(ResumePoint.self)
            case "ending": ending = try reader.known(Ending.self, else: .replaced)
            case "finished": finished = try reader.optionalBool()
            case "why": reason = try reader.optionalString()
            case "endedAt": endedAt = try reader.int()
            default: break
            }
        }
        try self.init(
            revision: reader.required(revision, "revision"), point: reader.required(point, "point"),
            ending: reader.required(ending, "ending"), finished: finished, reason: reason,
            endedAt: reader.required(endedAt, "endedAt")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("revision", revision)
        writer.member("point", point)
        writer.member("ending", ending)
        writer.member("finished", finished)
        writer.member("why", reason)
        writer.member("endedAt", endedAt)
    }
}

extension PlayedRun: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var
            item: String?, title: String?, player: String?, device: String?, at: Timestamp?,
            seconds: Double?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "item": item = try reader.string()
            case "title": title = try reader.optionalString()
            case "player": player = try reader.string()
            case "device": device = try reader.string()
            case "at": at = try reader.int()
            case "seconds": seconds = try reader.double()
            default: break
            }
        }
        try self.init(
            item: reader.required(item, "item"), title: title,
            player: reader.required(player, "player"), device: reader.required(device, "device"),
            at: reader.required(at, "at"), seconds: reader.required(seconds, "seconds")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("item", item)
        writer.member("title", title)
        writer.member("player", player)
        writer.member("device", device)
        writer.member("at", at)
        writer.member("seconds", seconds)
    }
}
