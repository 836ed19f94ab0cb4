// SPDX-License-Identifier: Apache-2.0

/// The facts about the protocol's Swift types that the interfaces do not contain.
enum Mapping {
    /// The interfaces, the most used ones first.
    static let interfaces = ["Playback", "Session", "Events", "Sync", "Service"]

    /// The target that declares an interface's named types, by hand.
    ///
    /// They have rules or functions. Other types are generated, and StateClient offers them.
    static let declaringTargets = [
        "Playback": "StateModel", "Session": "StateModel", "Service": "StateProtocol",
    ]

    /// The Swift names of types that have another name in the interface.
    static let typeNames = [
        "Action": "RequestedAction", "BackupKind": "StoredBackup.Kind", "Order": "PointOrder",
        "Why": "OutcomeReason",
    ]

    /// The Swift names of members that have another name in the interface.
    static let memberNames = [
        "online": "isOnline", "polling": "isPolling", "synchronized": "isSynchronized",
        "volatile": "isVolatile", "why": "reason",
    ]

    /// The Swift types of integers, by member; of a name that two interfaces use, by both.
    private static let integers = [
        "Session.id": "AlertID", "after": "SequenceNumber", "alert": "AlertID",
        "ifRevision": "Revision", "oldest": "SequenceNumber", "revision": "Revision",
        "sequence": "SequenceNumber",
    ]

    /// Returns the Swift type of an integer member of an interface; `nil` for a plain number.
    static func integerType(_ name: String, in interface: String) -> String? {
        if name == "at" || name.hasSuffix("At") { return "Timestamp" }
        return integers[name] ?? integers["\(interface).\(name)"]
    }

    /// The types whose codecs are written by hand, because they are part of each Save or stream.
    static let codecsByHand: Set = ["Snapshot", "ResumePoint", "Change"]

    /// The parameters that are written by hand, for the same reason.
    static let structuresByHand: Set = ["Playback.Save.Parameters"]

    /// The case for an unknown name from a newer daemon.
    ///
    /// For an enum that is missing here, and in the parameters of a call, an unknown name is an
    /// error.
    static let unknownNames = [
        "BackupKind": "manual", "Ending": "replaced", "EntryState": "pending",
        "HealthStatus": "degraded", "Outcome": "ignored", "PhaseState": "failed",
        "RoundOutcome": "failed", "State": "failed", "Strategy": "newest", "SyncState": "pending",
        "Tone": "neutral",
    ]

    /// The parameters and replies that several methods share.
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

    /// Parameters or a reply that several methods share.
    struct Shared {
        /// The interface that declares the type.
        let interface: String
        /// The name of the type.
        let name: String
        /// The members, as in the interface.
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

        /// True if the type is a reply.
        var isReply: Bool { name.hasSuffix("Reply") }
    }
}
