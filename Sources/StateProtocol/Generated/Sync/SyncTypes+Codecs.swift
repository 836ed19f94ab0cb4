// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
internal import StateModel
package import Varlink

extension SyncTypes.Phase: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            name: members.named("name"), state: members.known("state", else: .failed),
            startedAt: members.optional("startedAt"), endedAt: members.optional("endedAt"),
            error: members.optional("error")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("state", state)
        writer.member("startedAt", startedAt)
        writer.member("endedAt", endedAt)
        writer.member("error", error)
    }
}

extension SyncTypes.Indicator: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            icon: members.optional("icon"), label: members.required("label"),
            tone: members.known("tone", else: .neutral)
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("icon", icon)
        writer.member("label", label)
        writer.member("tone", tone)
    }
}

extension SyncTypes.Outbox: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            pending: members.required("pending"), inFlight: members.required("inFlight"),
            synced: members.required("synced"), failed: members.required("failed"),
            oldestAt: members.optional("oldestAt")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("pending", pending)
        writer.member("inFlight", inFlight)
        writer.member("synced", synced)
        writer.member("failed", failed)
        writer.member("oldestAt", oldestAt)
    }
}

extension SyncTypes.Delay: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            count: members.required("count"), p50: members.required("p50"),
            p99: members.required("p99"), max: members.required("max")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("count", count)
        writer.member("p50", p50)
        writer.member("p99", p99)
        writer.member("max", max)
    }
}

extension SyncTypes.Damage: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            device: members.required("device"), path: members.required("path"),
            reason: members.required("reason")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("device", device)
        writer.member("path", path)
        writer.member("reason", reason)
    }
}

extension SyncTypes.Status: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            state: members.known("state", else: .failed), remote: members.optional("remote"),
            device: members.required("device"), isOnline: members.required("online"),
            isPolling: members.required("polling"), phases: members.required("phases"),
            outbox: members.required("outbox"), lastSuccessAt: members.optional("lastSuccessAt"),
            error: members.optional("error"), pushes: members.required("pushes"),
            pulls: members.required("pulls"), notifications: members.required("notifications"),
            lastDurationMs: members.optional("lastDurationMs"), delay: members.required("delay"),
            indicator: members.required("indicator"), damaged: members.optional("damaged") ?? [],
            isVolatile: members.optional("volatile"),
            damagedCount: members.optional("damagedCount"), conflicts: members.optional("conflicts")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("state", state)
        writer.member("remote", remote)
        writer.member("device", device)
        writer.member("online", isOnline)
        writer.member("polling", isPolling)
        writer.member("phases", phases)
        writer.member("outbox", outbox)
        writer.member("lastSuccessAt", lastSuccessAt)
        writer.member("error", error)
        writer.member("pushes", pushes)
        writer.member("pulls", pulls)
        writer.member("notifications", notifications)
        writer.member("lastDurationMs", lastDurationMs)
        writer.member("delay", delay)
        writer.member("indicator", indicator)
        if !damaged.isEmpty { writer.member("damaged", damaged) }
        writer.member("volatile", isVolatile)
        writer.member("damagedCount", damagedCount)
        writer.member("conflicts", conflicts)
    }
}

extension SyncTypes.OutboxEntry: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            id: members.required("id"), kind: members.named("kind"), key: members.required("key"),
            state: members.known("state", else: .pending), attempts: members.required("attempts"),
            nextAttemptAt: members.optional("nextAttemptAt"), error: members.optional("error"),
            createdAt: members.required("createdAt")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("kind", kind)
        writer.member("key", key)
        writer.member("state", state)
        writer.member("attempts", attempts)
        writer.member("nextAttemptAt", nextAttemptAt)
        writer.member("error", error)
        writer.member("createdAt", createdAt)
    }
}

extension SyncTypes.Conflict: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            id: members.required("id"), item: members.required("item"),
            strategy: members.known("strategy", else: .newest), winner: members.rawObject("winner"),
            loser: members.rawObject("loser"), at: members.required("at")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("item", item)
        writer.member("strategy", strategy)
        writer.member("winner", json: winner)
        writer.member("loser", json: loser)
        writer.member("at", at)
    }
}

extension SyncTypes.Device: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            device: members.required("device"), lastSeenAt: members.required("lastSeenAt"),
            clockOffsetMs: members.required("clockOffsetMs"),
            uncertaintyMs: members.optional("uncertaintyMs"),
            isSynchronized: members.optional("synchronized")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("device", device)
        writer.member("lastSeenAt", lastSeenAt)
        writer.member("clockOffsetMs", clockOffsetMs)
        writer.member("uncertaintyMs", uncertaintyMs)
        writer.member("synchronized", isSynchronized)
    }
}

extension SyncTypes.Round: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            number: members.required("number"), triggers: members.required("triggers"),
            startedAt: members.required("startedAt"), endedAt: members.required("endedAt"),
            outcome: members.known("outcome", else: .failed), pushed: members.required("pushed"),
            pulled: members.required("pulled"), changed: members.required("changed"),
            conflicts: members.required("conflicts"), failed: members.required("failed"),
            error: members.optional("error")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("number", number)
        writer.member("triggers", triggers)
        writer.member("startedAt", startedAt)
        writer.member("endedAt", endedAt)
        writer.member("outcome", outcome)
        writer.member("pushed", pushed)
        writer.member("pulled", pulled)
        writer.member("changed", changed)
        writer.member("conflicts", conflicts)
        writer.member("failed", failed)
        writer.member("error", error)
    }
}

extension SyncTypes.Step: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            revision: members.required("revision"), at: members.required("at"),
            device: members.required("device"), player: members.optional("player"),
            position: members.optional("position"), outcome: members.required("outcome"),
            reason: members.required("why")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("revision", revision)
        writer.member("at", at)
        writer.member("device", device)
        writer.member("player", player)
        writer.member("position", position)
        writer.member("outcome", outcome)
        writer.member("why", reason)
    }
}
