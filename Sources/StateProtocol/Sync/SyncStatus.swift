package import Varlink

/// The interface io.stated.Sync: the scheduler that all players share.
package enum Sync {
    /// The interface's name.
    package static let interface = "io.stated.Sync"

    /// How synchronisation stands.
    package enum State: String, Sendable, CaseIterable {
        /// No remote is configured.
        case disabled
        /// There is nothing to do.
        case idle
        /// A round is under way.
        case syncing
        /// There is no network, or the remote does not answer.
        case offline
        /// The latest round failed.
        case failed
    }

    /// What a round consists of.
    package enum PhaseName: String, Sendable, CaseIterable {
        /// Making ready what the remote needs.
        case setup
        /// Taking in what others changed.
        case `import`
        /// Sending what was changed here.
        case export
    }

    /// How a phase stands.
    package enum PhaseState: String, Sendable, CaseIterable {
        /// It has yet to begin.
        case notStarted
        /// It is under way.
        case inProgress
        /// It went well.
        case succeeded
        /// It did not.
        case failed
    }

    /// The latest run of one phase.
    package struct Phase: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// Which one.
        package var name: PhaseName
        /// How it stands.
        package var state: PhaseState
        /// When it began, in milliseconds since 1970.
        package var startedAt: Int?
        /// When it ended, in milliseconds since 1970.
        package var endedAt: Int?
        /// What went wrong.
        package var error: String?

        /// A phase with all its members.
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

        /// Reads the members; those it does not know are passed over.
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

        /// Writes the object; members that are nil are left out.
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

    /// How loudly something is to be shown.
    package enum Tone: String, Sendable, CaseIterable {
        /// Not at all.
        case silent
        /// Quietly.
        case neutral
        /// So that a person looks.
        case warning
    }

    /// What a person should see: nothing while all is well.
    package struct Indicator: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// A freedesktop icon name; nil: show nothing.
        package var icon: String?
        /// What to say.
        package var label: String
        /// How loudly.
        package var tone: Tone

        /// An indicator with all its members.
        package init(icon: String? = nil, label: String, tone: Tone) {
            self.icon = icon
            self.label = label
            self.tone = tone
        }

        /// Reads the members; those it does not know are passed over.
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

        /// Writes the object; members that are nil are left out.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("icon", icon)
            writer.member("label", label)
            writer.member("tone", tone)
            writer.endObject()
        }
    }

    /// How many entries are on their way to the remote store.
    package struct Outbox: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// How many have yet to be sent.
        package var pending: Int
        /// How many were sent and are not acknowledged.
        package var inFlight: Int
        /// How many arrived.
        package var synced: Int
        /// How many can't be sent.
        package var failed: Int
        /// When the oldest that waits was made, in milliseconds since 1970.
        package var oldestAt: Int?

        /// Counts of all states.
        package init(pending: Int, inFlight: Int, synced: Int, failed: Int, oldestAt: Int? = nil) {
            self.pending = pending
            self.inFlight = inFlight
            self.synced = synced
            self.failed = failed
            self.oldestAt = oldestAt
        }

        /// Reads the members; those it does not know are passed over.
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

        /// Writes the object; members that are nil are left out.
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

    /// Milliseconds from a change on another device to its arrival here.
    package struct Delay: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// How many arrivals were measured.
        package var count: Int
        /// Half of them took no longer.
        package var p50: Int
        /// All but one in a hundred took no longer.
        package var p99: Int
        /// The slowest.
        package var max: Int

        /// Figures of some arrivals.
        package init(count: Int, p50: Int, p99: Int, max: Int) {
            self.count = count
            self.p50 = p50
            self.p99 = p99
            self.max = max
        }

        /// Reads the members; those it does not know are passed over.
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

        /// Writes the object; members that are nil are left out.
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
