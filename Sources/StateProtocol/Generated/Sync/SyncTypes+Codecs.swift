// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
internal import StateModel
package import Varlink

extension SyncTypes.Phase: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var
            name: SyncTypes.PhaseName?, state: SyncTypes.PhaseState?, startedAt: Timestamp?,
            endedAt: Timestamp?, error: String?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "name": name = try reader.named(SyncTypes.PhaseName.self)
            case "state": state = try reader.known(SyncTypes.PhaseState.self, else: .failed)
            case "startedAt": startedAt = try reader.optionalInt()
            case "endedAt": endedAt = try reader.optionalInt()
            case "error": error = try reader.optionalString()
            default: break
            }
        }
        try self.init(
            name: reader.required(name, "name"), state: reader.required(state, "state"),
            startedAt: startedAt, endedAt: endedAt, error: error
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
        var icon: String?, label: String?, tone: SyncTypes.Tone?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "icon": icon = try reader.optionalString()
            case "label": label = try reader.string()
            case "tone": tone = try reader.known(SyncTypes.Tone.self, else: .neutral)
            default: break
            }
        }
        try self.init(
            icon: icon, label: reader.required(label, "label"), tone: reader.required(tone, "tone")
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
        var pending: Int?, inFlight: Int?, synced: Int?, failed: Int?, oldestAt: Timestamp?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "pending": pending = try reader.int()
            case "inFlight": inFlight = try reader.int()
            case "synced": synced = try reader.int()
            case "failed": failed = try reader.int()
            case "oldestAt": oldestAt = try reader.optionalInt()
            default: break
            }
        }
        try self.init(
            pending: reader.required(pending, "pending"),
            inFlight: reader.required(inFlight, "inFlight"),
            synced: reader.required(synced, "synced"), failed: reader.required(failed, "failed"),
            oldestAt: oldestAt
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
        var count: Int?, p50: Int?, p99: Int?, max: Int?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "count": count = try reader.int()
            case "p50": p50 = try reader.int()
            case "p99": p99 = try reader.int()
            case "max": max = try reader.int()
            default: break
            }
        }
        try self.init(
            count: reader.required(count, "count"), p50: reader.required(p50, "p50"),
            p99: reader.required(p99, "p99"), max: reader.required(max, "max")
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
        var device: String?, path: String?, reason: String?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "device": device = try reader.string()
            case "path": path = try reader.string()
            case "reason": reason = try reader.string()
            default: break
            }
        }
        try self.init(
            device: reader.required(device, "device"), path: reader.required(path, "path"),
            reason: reader.required(reason, "reason")
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
        var
            state: SyncTypes.State?, remote: String?, device: String?, isOnline: Bool?,
            isPolling: Bool?, phases: [SyncTypes.Phase]?, outbox: SyncTypes.Outbox?,
            lastSuccessAt: Timestamp?, error: String?, pushes: Int?, pulls: Int?,
            notifications: Int?, lastDurationMs: Int?, delay: SyncTypes.Delay?,
            indicator: SyncTypes.Indicator?, damaged: [SyncTypes.Damage]?, isVolatile: Bool?,
            damagedCount: Int?, conflicts: Int?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "state": state = try reader.known(SyncTypes.State.self, else: .failed)
            case "remote": remote = try reader.optionalString()
            case "device": device = try reader.string()
            case "online": isOnline = try reader.bool()
            case "polling": isPolling = try reader.bool()
            case "phases": phases = try reader.list(SyncTypes.Phase.self)
            case "outbox": outbox = try reader.decoded(SyncTypes.Outbox.self)
            case "lastSuccessAt": lastSuccessAt = try reader.optionalInt()
            case "error": error = try reader.optionalString()
            case "pushes": pushes = try reader.int()
            case "pulls": pulls = try reader.int()
            case "notifications": notifications = try reader.int()
            case "lastDurationMs": lastDurationMs = try reader.optionalInt()
            case "delay": delay = try reader.decoded(SyncTypes.Delay.self)
            case "indicator": indicator = try reader.decoded(SyncTypes.Indicator.self)
            case "damaged": damaged = try reader.isNull() ? nil : reader.list(SyncTypes.Damage.self)
            case "volatile": isVolatile = try reader.optionalBool()
            case "damagedCount": damagedCount = try reader.optionalInt()
            case "conflicts": conflicts = try reader.optionalInt()
            default: break
            }
        }
        try self.init(
            state: reader.required(state, "state"), remote: remote,
            device: reader.required(device, "device"),
            isOnline: reader.required(isOnline, "online"),
            isPolling: reader.required(isPolling, "polling"),
            phases: reader.required(phases, "phases"), outbox: reader.required(outbox, "outbox"),
            lastSuccessAt: lastSuccessAt, error: error, pushes: reader.required(pushes, "pushes"),
            pulls: reader.required(pulls, "pulls"),
            notifications: reader.required(notifications, "notifications"),
            lastDurationMs: lastDurationMs, delay: reader.required(delay, "delay"),
            indicator: reader.required(indicator, "indicator"), damaged: damaged ?? [],
            isVolatile: isVolatile, damagedCount: damagedCount, conflicts: conflicts
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
        var
            id: Int?, kind: SyncTypes.EntryKind?, key: String?, state: SyncTypes.EntryState?,
            attempts: Int?, nextAttemptAt: Timestamp?, error: String?, createdAt: Timestamp?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "id": id = try reader.int()
            case "kind": kind = try reader.named(SyncTypes.EntryKind.self)
            case "key": key = try reader.string()
            case "state": state = try reader.known(SyncTypes.EntryState.self, else: .pending)
            case "attempts": attempts = try reader.int()
            case "nextAttemptAt": nextAttemptAt = try reader.optionalInt()
            case "error": error = try reader.optionalString()
            case "createdAt": createdAt = try reader.int()
            default: break
            }
        }
        try self.init(
            id: reader.required(id, "id"), kind: reader.required(kind, "kind"),
            key: reader.required(key, "key"), state: reader.required(state, "state"),
            attempts: reader.required(attempts, "attempts"), nextAttemptAt: nextAttemptAt,
            error: error, createdAt: reader.required(createdAt, "createdAt")
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
        var
            id: Int?, item: String?, strategy: SyncTypes.Strategy?, winner: [UInt8]?,
            loser: [UInt8]?, at: Timestamp?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "id": id = try reader.int()
            case "item": item = try reader.string()
            case "strategy": strategy = try reader.known(SyncTypes.Strategy.self, else: .newest)
            case "winner": winner = try reader.rawObject()
            case "loser": loser = try reader.rawObject()
            case "at": at = try reader.int()
            default: break
            }
        }
        try self.init(
            id: reader.required(id, "id"), item: reader.required(item, "item"),
            strategy: reader.required(strategy, "strategy"),
            winner: reader.required(winner, "winner"), loser: reader.required(loser, "loser"),
            at: reader.required(at, "at")
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
        var
            device: String?, lastSeenAt: Timestamp?, clockOffsetMs: Int?, uncertaintyMs: Int?,
            isSynchronized: Bool?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "device": device = try reader.string()
            case "lastSeenAt": lastSeenAt = try reader.int()
            case "clockOffsetMs": clockOffsetMs = try reader.int()
            case "uncertaintyMs": uncertaintyMs = try reader.optionalInt()
            case "synchronized": isSynchronized = try reader.optionalBool()
            default: break
            }
        }
        try self.init(
            device: reader.required(device, "device"),
            lastSeenAt: reader.required(lastSeenAt, "lastSeenAt"),
            clockOffsetMs: reader.required(clockOffsetMs, "clockOffsetMs"),
            uncertaintyMs: uncertaintyMs, isSynchronized: isSynchronized
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
        var
            number: Int?, triggers: [String]?, startedAt: Timestamp?, endedAt: Timestamp?,
            outcome: SyncTypes.RoundOutcome?, pushed: Int?, pulled: Int?, changed: Int?,
            conflicts: Int?, failed: Int?, error: String?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "number": number = try reader.int()
            case "triggers": triggers = try reader.strings()
            case "startedAt": startedAt = try reader.int()
            case "endedAt": endedAt = try reader.int()
            case "outcome": outcome = try reader.known(SyncTypes.RoundOutcome.self, else: .failed)
            case "pushed": pushed = try reader.int()
            case "pulled": pulled = try reader.int()
            case "changed": changed = try reader.int()
            case "conflicts": conflicts = try reader.int()
            case "failed": failed = try reader.int()
            case "error": error = try reader.optionalString()
            default: break
            }
        }
        try self.init(
            number: reader.required(number, "number"),
            triggers: reader.required(triggers, "triggers"),
            startedAt: reader.required(startedAt, "startedAt"),
            endedAt: reader.required(endedAt, "endedAt"),
            outcome: reader.required(outcome, "outcome"), pushed: reader.required(pushed, "pushed"),
            pulled: reader.required(pulled, "pulled"), changed: reader.required(changed, "changed"),
            conflicts: reader.required(conflicts, "conflicts"),
            failed: reader.required(failed, "failed"), error: error
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
        var
            revision: Revision?, at: Timestamp?, device: String?, player: String?,
            position: Double?, outcome: String?, reason: String?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "revision": revision = try reader.int()
            case "at": at = try reader.int()
            case "device": device = try reader.string()
            case "player": player = try reader.optionalString()
            case "position": position = try reader.optionalDouble()
            case "outcome": outcome = try reader.string()
            case "why": reason = try reader.string()
            default: break
            }
        }
        try self.init(
            revision: reader.required(revision, "revision"), at: reader.required(at, "at"),
            device: reader.required(device, "device"), player: player, position: position,
            outcome: reader.required(outcome, "outcome"), reason: reader.required(reason, "why")
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
