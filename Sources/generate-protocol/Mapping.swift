// SPDX-License-Identifier: Apache-2.0

/// Details of the generated Swift types, beyond what the interfaces specify.
enum Mapping {
    /// The interfaces, with the most used ones first.
    static let interfaces = ["Playback", "Session", "Events", "Sync", "Service"]

    /// The interfaces whose named types are declared by hand, because they contain rules or
    /// functions.
    static let declaredByHand: Set = ["Playback", "Session"]

    /// The Swift names of types that are named differently in the interface.
    static let typeNames = [
        "Action": "RequestedAction", "Order": "PointOrder", "Why": "OutcomeReason",
    ]

    static let memberNames = [
        "online": "isOnline", "polling": "isPolling", "synchronized": "isSynchronized",
        "volatile": "isVolatile", "why": "reason",
    ]

    /// The Swift types of integer members, by the member's name.
    ///
    /// The interface's name is a prefix of the key if the member has different types in different
    /// interfaces.
    private static let integers = [
        "Session.id": "AlertID", "after": "SequenceNumber", "alert": "AlertID",
        "ifRevision": "Revision", "next": "SequenceNumber", "oldest": "SequenceNumber",
        "revision": "Revision",
        "sequence": "SequenceNumber",
    ]

    /// Returns the Swift type of an integer member; `nil` for `Int`.
    static func integerType(_ name: String, in interface: String) -> String? {
        if name == "at" || name.hasSuffix("At") { return "Timestamp" }
        return integers[name] ?? integers["\(interface).\(name)"]
    }

    /// The types with handwritten codecs, because every Save or stream uses them.
    static let codecsByHand: Set = ["Snapshot", "ResumePoint", "Change"]

    /// The parameters with handwritten structures, because every Save uses them.
    static let structuresByHand: Set = ["Playback.Save.Parameters"]

    /// The cases for unknown names of required members in messages from a newer daemon, by
    /// enumeration.
    ///
    /// An unknown name of an optional member is read as `nil`, and one in an array is skipped. In
    /// all other enumerations, and in the parameters of calls, an unknown name is an error.
    static let unknownNames = [
        "BackupKind": "manual", "Ending": "replaced", "EntryState": "pending",
        "HealthStatus": "degraded", "Outcome": "ignored", "PhaseState": "failed",
        "RoundOutcome": "failed", "State": "failed", "Strategy": "newest", "SyncState": "pending",
        "Tone": "neutral",
    ]

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
        Shared(
            "Session",
            "QueueReply",
            "queue: []string, revision: int",
            "A player's queue and the revision of its latest change."
        ),
        Shared("Sync", "StatusReply", "status: Status", "A reply with the status of sync."),
    ]

    /// A type that several methods share, for their parameters or their replies.
    struct Shared {
        let interface: String
        let name: String
        /// The members in Varlink syntax.
        let members: String
        let documentation: String

        init(_ interface: String, _ name: String, _ members: String, _ documentation: String) {
            self.interface = interface
            self.name = name
            self.members = members
            self.documentation = documentation
        }

        /// True if the type is declared outside the interface's namespace, so that all interfaces
        /// can use it.
        var isGlobal: Bool { interface == "Playback" }

        var isReply: Bool { name.hasSuffix("Reply") }
    }
}
