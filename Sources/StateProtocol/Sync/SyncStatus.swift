package import Varlink

/// The interface io.stated.Sync: the scheduler that all players share.
package enum Sync {
    /// The interface's name.
    package static let interface = "io.stated.Sync"

    /// The state of synchronisation.
    package enum State: String, Sendable, CaseIterable {
        /// No remote is configured.
        case disabled
        /// There is nothing to do.
        case idle
        /// A round is in progress.
        case syncing
        /// There is no network, or the remote does not answer.
        case offline
        /// The latest round failed.
        case failed
    }

    /// The phases of a round.
    package enum PhaseName: String, Sendable, CaseIterable {
        /// Preparing the remote.
        case setup
        /// Importing the changes of others.
        case `import`
        /// Sending the changes made here.
        case export
    }

    /// The state of a phase.
    package enum PhaseState: String, Sendable, CaseIterable {
        /// The phase has not begun yet.
        case notStarted
        /// The phase is in progress.
        case inProgress
        /// The phase succeeded.
        case succeeded
        /// The phase failed.
        case failed
    }

    /// The latest run of one phase.
    package struct Phase: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// The name of the phase.
        package var name: PhaseName
        /// The state of the phase.
        package var state: PhaseState
        /// The time at which it began, in milliseconds since 1970.
        package var startedAt: Int?
        /// The time at which it ended, in milliseconds since 1970.
        package var endedAt: Int?
        /// The reason why it failed.
        package var error: String?

        /// Creates a phase from its members.
        package init(
            name: PhaseName,
            state: PhaseState,
            startedAt: Int? = nil,
            endedAt: Int? = nil,
            error: String? = nil
        ) {
            self.name = name
            self.state = state
            self.startedAt = startedAt
            self.endedAt = endedAt
            self.error = error
        }

        /// Creates the value from its members; unknown members are ignored.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var name: PhaseName?
            var state: PhaseState?
            var startedAt: Int?
            var endedAt: Int?
            var error: String?
            try reader.object { (key, reader) throws(JSONError) in
                switch key {
                case "name": name = try reader.named(PhaseName.self)
                case "state": state = try reader.known(PhaseState.self, else: .failed)
                case "startedAt": startedAt = try reader.optionalInt()
                case "endedAt": endedAt = try reader.optionalInt()
                case "error": error = try reader.optionalString()
                default: break
                }
            }
            self.name = try reader.required(name, "name")
            self.state = try reader.required(state, "state")
            self.startedAt = startedAt
            self.endedAt = endedAt
            self.error = error
        }

        /// Writes the object; members that are `nil` are left out.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("name", name)
            writer.member("state", state)
            writer.member("startedAt", startedAt)
            writer.member("endedAt", endedAt)
            writer.member("error", error)
            writer.endObject()
        }
    }

    /// The prominence with which something is shown.
    package enum Tone: String, Sendable, CaseIterable {
        /// Do not show it.
        case silent
        /// Show it quietly.
        case neutral
        /// Show it so that a person looks.
        case warning
    }

    /// The indicator for a person: nothing while all is well.
    package struct Indicator: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// The freedesktop icon name; `nil` to show nothing.
        package var icon: String?
        /// The text to show.
        package var label: String
        /// The prominence.
        package var tone: Tone

        /// Creates an indicator from its members.
        package init(icon: String? = nil, label: String, tone: Tone) {
            self.icon = icon
            self.label = label
            self.tone = tone
        }

        /// Creates the value from its members; unknown members are ignored.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var icon: String?
            var label: String?
            var tone: Tone?
            try reader.object { (key, reader) throws(JSONError) in
                switch key {
                case "icon": icon = try reader.optionalString()
                case "label": label = try reader.string()
                case "tone": tone = try reader.known(Tone.self, else: .neutral)
                default: break
                }
            }
            self.icon = icon
            self.label = try reader.required(label, "label")
            self.tone = try reader.required(tone, "tone")
        }

        /// Writes the object; members that are `nil` are left out.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("icon", icon)
            writer.member("label", label)
            writer.member("tone", tone)
            writer.endObject()
        }
    }

    /// The numbers of entries on their way to the remote store.
    package struct Outbox: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// The number of entries that have not been sent yet.
        package var pending: Int
        /// The number of entries that were sent and are not acknowledged.
        package var inFlight: Int
        /// The number of entries that arrived.
        package var synced: Int
        /// The number of entries that cannot be sent.
        package var failed: Int
        /// The time at which the oldest waiting entry was made, in milliseconds since 1970.
        package var oldestAt: Int?

        /// Creates the counts of all states.
        package init(pending: Int, inFlight: Int, synced: Int, failed: Int, oldestAt: Int? = nil) {
            self.pending = pending
            self.inFlight = inFlight
            self.synced = synced
            self.failed = failed
            self.oldestAt = oldestAt
        }

        /// Creates the value from its members; unknown members are ignored.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var pending: Int?
            var inFlight: Int?
            var synced: Int?
            var failed: Int?
            var oldestAt: Int?
            try reader.object { (key, reader) throws(JSONError) in
                switch key {
                case "pending": pending = try reader.int()
                case "inFlight": inFlight = try reader.int()
                case "synced": synced = try reader.int()
                case "failed": failed = try reader.int()
                case "oldestAt": oldestAt = try reader.optionalInt()
                default: break
                }
            }
            self.pending = try reader.required(pending, "pending")
            self.inFlight = try reader.required(inFlight, "inFlight")
            self.synced = try reader.required(synced, "synced")
            self.failed = try reader.required(failed, "failed")
            self.oldestAt = oldestAt
        }

        /// Writes the object; members that are `nil` are left out.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("pending", pending)
            writer.member("inFlight", inFlight)
            writer.member("synced", synced)
            writer.member("failed", failed)
            writer.member("oldestAt", oldestAt)
            writer.endObject()
        }
    }

    /// The time from a change on another device to its arrival here, in milliseconds.
    package struct Delay: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// The number of measured arrivals.
        package var count: Int
        /// The median.
        package var p50: Int
        /// The 99th percentile.
        package var p99: Int
        /// The maximum.
        package var max: Int

        /// Creates the statistics of some arrivals.
        package init(count: Int, p50: Int, p99: Int, max: Int) {
            self.count = count
            self.p50 = p50
            self.p99 = p99
            self.max = max
        }

        /// Creates the value from its members; unknown members are ignored.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var count: Int?
            var p50: Int?
            var p99: Int?
            var max: Int?
            try reader.object { (key, reader) throws(JSONError) in
                switch key {
                case "count": count = try reader.int()
                case "p50": p50 = try reader.int()
                case "p99": p99 = try reader.int()
                case "max": max = try reader.int()
                default: break
                }
            }
            self.count = try reader.required(count, "count")
            self.p50 = try reader.required(p50, "p50")
            self.p99 = try reader.required(p99, "p99")
            self.max = try reader.required(max, "max")
        }

        /// Writes the object; members that are `nil` are left out.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("count", count)
            writer.member("p50", p50)
            writer.member("p99", p99)
            writer.member("max", max)
            writer.endObject()
        }
    }
}
