package import Varlink

extension Sync {
    /// The status of synchronisation.
    package struct Status: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// The state of synchronisation.
        package var state: State
        /// The remote store; `nil` if none is configured.
        package var remote: String?
        /// This device's label.
        package var device: String
        /// True if the remote answers.
        package var online: Bool
        /// True while the remote is polled regularly.
        package var polling: Bool
        /// The latest set-up, import and export.
        package var phases: [Phase]
        /// The entries on their way to the remote store.
        package var outbox: Outbox
        /// The time of the last successful round, in milliseconds since 1970.
        package var lastSuccessAt: Int?
        /// The latest error.
        package var error: String?
        /// The number of pushes.
        package var pushes: Int
        /// The number of pulls.
        package var pulls: Int
        /// The number of times that the remote signalled news.
        package var notifications: Int
        /// The duration of the latest round, in milliseconds.
        package var lastDurationMs: Int?
        /// The delays with which changes arrived.
        package var delay: Delay
        /// The indicator to show to a person.
        package var indicator: Indicator
        /// The files of the remote that cannot be used.
        package var damaged: [Damage]

        /// Creates a status from its members.
        package init(
            state: State,
            remote: String? = nil,
            device: String,
            online: Bool,
            polling: Bool,
            phases: [Phase],
            outbox: Outbox,
            lastSuccessAt: Int? = nil,
            error: String? = nil,
            pushes: Int,
            pulls: Int,
            notifications: Int,
            lastDurationMs: Int? = nil,
            delay: Delay,
            indicator: Indicator,
            damaged: [Damage] = []
        ) {
            self.state = state
            self.remote = remote
            self.device = device
            self.online = online
            self.polling = polling
            self.phases = phases
            self.outbox = outbox
            self.lastSuccessAt = lastSuccessAt
            self.error = error
            self.pushes = pushes
            self.pulls = pulls
            self.notifications = notifications
            self.lastDurationMs = lastDurationMs
            self.delay = delay
            self.indicator = indicator
            self.damaged = damaged
        }

        /// Creates the value from its members; unknown members are ignored.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var members = Members()
            try reader.object { (key, reader) throws(JSONError) in
                try members.read(key, &reader)
            }
            state = try reader.required(members.state, "state")
            remote = members.remote
            device = try reader.required(members.device, "device")
            online = try reader.required(members.online, "online")
            polling = try reader.required(members.polling, "polling")
            phases = try reader.required(members.phases, "phases")
            outbox = try reader.required(members.outbox, "outbox")
            lastSuccessAt = members.lastSuccessAt
            error = members.error
            pushes = try reader.required(members.pushes, "pushes")
            pulls = try reader.required(members.pulls, "pulls")
            notifications = try reader.required(members.notifications, "notifications")
            lastDurationMs = members.lastDurationMs
            delay = try reader.required(members.delay, "delay")
            indicator = try reader.required(members.indicator, "indicator")
            damaged = members.damaged ?? []
        }

        /// Writes the object; members that are `nil` are left out.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("state", state)
            writer.member("remote", remote)
            writer.member("device", device)
            writer.member("online", online)
            writer.member("polling", polling)
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
            writer.endObject()
        }
    }

    /// Returns the status now.
    package enum GetStatus: StateMethod {
        package static let name = "io.stated.Sync.GetStatus"
        package typealias Parameters = NoMembers
        package typealias Reply = StatusReply
    }

    /// Returns the status now, and for a call with `more` again whenever it changes.
    package enum Monitor: StateMethod {
        package static let name = "io.stated.Sync.Monitor"
        package typealias Parameters = NoMembers
        package typealias Reply = StatusReply
    }

    /// The reply of GetStatus and Monitor.
    package struct StatusReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// The status of synchronisation.
        package var status: Status

        /// Creates the reply with one status.
        package init(status: Status) {
            self.status = status
        }

        /// Creates the value from its members; unknown members are ignored.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var status: Status?
            try reader.object { (key, reader) throws(JSONError) in
                switch key {
                case "status": status = try reader.decoded(Status.self)
                default: break
                }
            }
            self.status = try reader.required(status, "status")
        }

        /// Writes the object; members that are `nil` are left out.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("status", status)
            writer.endObject()
        }
    }
}

/// The members read so far; a member is `nil` until it has been read.
private struct Members {
    var state: Sync.State?
    var remote: String?
    var device: String?
    var online: Bool?
    var polling: Bool?
    var phases: [Sync.Phase]?
    var outbox: Sync.Outbox?
    var lastSuccessAt: Int?
    var error: String?
    var pushes: Int?
    var pulls: Int?
    var notifications: Int?
    var lastDurationMs: Int?
    var delay: Sync.Delay?
    var indicator: Sync.Indicator?
    var damaged: [Sync.Damage]?

    mutating func read(_ key: JSONKey, _ reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "state": state = try reader.known(Sync.State.self, else: .failed)
        case "remote": remote = try reader.optionalString()
        case "device": device = try reader.string()
        case "online": online = try reader.bool()
        case "polling": polling = try reader.bool()
        case "phases": phases = try reader.list(Sync.Phase.self)
        case "outbox": outbox = try reader.decoded(Sync.Outbox.self)
        case "lastSuccessAt": lastSuccessAt = try reader.optionalInt()
        case "error": error = try reader.optionalString()
        case "pushes": pushes = try reader.int()
        case "pulls": pulls = try reader.int()
        case "notifications": notifications = try reader.int()
        case "lastDurationMs": lastDurationMs = try reader.optionalInt()
        case "delay": delay = try reader.decoded(Sync.Delay.self)
        case "indicator": indicator = try reader.decoded(Sync.Indicator.self)
        case "damaged": damaged = try reader.list(Sync.Damage.self)
        default: break
        }
    }
}
