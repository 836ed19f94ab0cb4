// SPDX-License-Identifier: Apache-2.0

/// The details of the protocol's Swift types that the interfaces do not contain.
enum Mapping {
    /// The interfaces; the most used ones come first.
    static let interfaces = ["Playback", "Session", "Events", "Sync", "Service"]

    /// The interfaces whose named types are handwritten, in StateModel.
    ///
    /// The handwritten types contain rules or functions. All other types are generated, and
    /// StateClient exports them again.
    static let declaredByHand: Set = ["Playback", "Session"]

    /// The Swift names of types that have another name in the interface.
    static let typeNames = [
        "Action": "RequestedAction", "Order": "PointOrder", "Why": "OutcomeReason",
    ]

    /// The Swift names of members that have another name in the interface.
    static let memberNames = [
        "online": "isOnline", "polling": "isPolling", "synchronized": "isSynchronized",
        "volatile": "isVolatile", "why": "reason",
    ]

    /// The Swift types of integers, by member.
    ///
    /// If a member's type differs between interfaces, the key is prefixed with the interface.
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

    /// The types whose codecs are handwritten, because each Save or stream uses them.
    static let codecsByHand: Set = ["Snapshot", "ResumePoint", "Change"]

    /// The parameters whose structures are handwritten, because each Save uses them.
    static let structuresByHand: Set = ["Playback.Save.Parameters"]

    /// The cases that replace unknown names in messages from a newer daemon.
    ///
    /// For the other enums, and in the parameters of calls, an unknown name is an error.
    static let unknownNames = [
        "BackupKind": "manual", "Ending": "replaced", "EntryState": "pending",
        "HealthStatus": "degraded", "Outcome": "ignored", "PhaseState": "failed",
        "RoundOutcome": "failed", "State": "failed", "Strategy": "newest", "SyncState": "pending",
        "Tone": "neutral",
    ]

    /// The types that several methods share, as parameters or as a reply.
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

    /// A type that several methods share, as parameters or as a reply.
    struct Shared {
        /// The interface that declares the type.
        let interface: String
        let name: String
        /// The members, as written in the interface.
        let members: String
        let documentation: String

        init(_ interface: String, _ name: String, _ members: String, _ documentation: String) {
            self.interface = interface
            self.name = name
            self.members = members
            self.documentation = documentation
        }

        /// True if the type is declared outside the interfaces' namespaces, so that all can use it.
        var isGlobal: Bool { interface == "Playback" }

        var isReply: Bool { name.hasSuffix("Reply") }
    }
}
