// SPDX-License-Identifier: Apache-2.0

/// The properties of the protocol's Swift types that the interfaces do not determine.
enum Mapping {
    /// The interfaces, those used most first.
    static let interfaces = ["Playback", "Session", "Events", "Sync", "Service"]

    /// The interfaces whose named types are written by hand, in StateModel.
    ///
    /// The hand-written types have rules or functions. All other types are generated, and
    /// StateClient re-exports them.
    static let declaredByHand: Set = ["Playback", "Session"]

    /// The Swift names of types whose names in the interface differ.
    static let typeNames = [
        "Action": "RequestedAction", "Order": "PointOrder", "Why": "OutcomeReason",
    ]

    /// The Swift names of members whose names in the interface differ.
    static let memberNames = [
        "online": "isOnline", "polling": "isPolling", "synchronized": "isSynchronized",
        "volatile": "isVolatile", "why": "reason",
    ]

    /// The Swift types of integers, by member; where the types in two interfaces differ, by
    /// interface and member.
    private static let integers = [
        "Session.id": "AlertID", "after": "SequenceNumber", "alert": "AlertID",
        "ifRevision": "Revision", "oldest": "SequenceNumber", "revision": "Revision",
        "sequence": "SequenceNumber",
    ]

    /// Returns the Swift type of an integer member of an interface; `nil` for `Int`.
    static func integerType(_ name: String, in interface: String) -> String? {
        if name == "at" || name.hasSuffix("At") { return "Timestamp" }
        return integers[name] ?? integers["\(interface).\(name)"]
    }

    /// The types whose codecs are written by hand, because each Save or stream uses them.
    static let codecsByHand: Set = ["Snapshot", "ResumePoint", "Change"]

    /// The parameters whose structures are written by hand, because each Save uses them.
    static let structuresByHand: Set = ["Playback.Save.Parameters"]

    /// The cases that stand for unknown names from a newer daemon.
    ///
    /// For other enums, and in the parameters of calls, an unknown name is an error.
    static let unknownNames = [
        "BackupKind": "manual", "Ending": "replaced", "EntryState": "pending",
        "HealthStatus": "degraded", "Outcome": "ignored", "PhaseState": "failed",
        "RoundOutcome": "failed", "State": "failed", "Strategy": "newest", "SyncState": "pending",
        "Tone": "neutral",
    ]

    /// The types that several methods share as parameters or reply.
    static let shared = [
        Shared(
            "Playback",
            "ItemParameters",
            "item: string",
            "The parameters of a call about an item."
        ),
        Shared("Playback", "PointReply", "point: ResumePoint", "A reply with a resume point."),
        Shared("Playback", "RevisionReply", "revision: int", "A reply with the store's revision."),
        Shared("Session", "AlertNumber", "id: int", "The parameters of a call about an alert."),
        Shared("Session", "QueueReply", "queue: []string, revision: int", "A reply with a queue."),
        Shared("Sync", "StatusReply", "status: Status", "A reply with the status of sync."),
    ]

    /// A type that several methods share as parameters or reply.
    struct Shared {
        /// The interface that declares the type.
        let interface: String
        let name: String
        /// The members, as written in the interface.
        let members: String
        /// The documentation of the type.
        let documentation: String

        /// Creates an entry of the table.
        init(_ interface: String, _ name: String, _ members: String, _ documentation: String) {
            self.interface = interface
            self.name = name
            self.members = members
            self.documentation = documentation
        }

        /// True if the type is shared by all interfaces.
        var isGlobal: Bool { interface == "Playback" }

        var isReply: Bool { name.hasSuffix("Reply") }
    }
}
