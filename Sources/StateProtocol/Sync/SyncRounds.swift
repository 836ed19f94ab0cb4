package import Varlink

extension Sync {
    /// Pushes what waits and pulls what is new.
    package enum SyncNow: StateMethod {
        package static let name = "io.stated.Sync.SyncNow"
        package typealias Parameters = NoMembers

        /// What SyncNow answers.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// How many entries were sent.
            package var pushed: Int
            /// How many records were fetched.
            package var pulled: Int
            /// How many items two devices had changed.
            package var conflicts: Int
            /// How long it took, in milliseconds.
            package var durationMs: Int

            /// A reply with all its members.
            package init(pushed: Int, pulled: Int, conflicts: Int, durationMs: Int) {
                self.pushed = pushed
                self.pulled = pulled
                self.conflicts = conflicts
                self.durationMs = durationMs
            }

            /// Reads the members; those it does not know are passed over.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var pushed: Int?
                var pulled: Int?
                var conflicts: Int?
                var durationMs: Int?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "pushed": pushed = try reader.int()
                    case "pulled": pulled = try reader.int()
                    case "conflicts": conflicts = try reader.int()
                    case "durationMs": durationMs = try reader.int()
                    default: break
                    }
                }
                self.pushed = try reader.required(pushed, "pushed")
                self.pulled = try reader.required(pulled, "pulled")
                self.conflicts = try reader.required(conflicts, "conflicts")
                self.durationMs = try reader.required(durationMs, "durationMs")
            }

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("pushed", pushed)
                writer.member("pulled", pulled)
                writer.member("conflicts", conflicts)
                writer.member("durationMs", durationMs)
                writer.endObject()
            }
        }
    }

    /// The remote has news.
    package enum RemoteChanged: StateMethod {
        package static let name = "io.stated.Sync.RemoteChanged"
        package typealias Reply = NoMembers

        /// What RemoteChanged takes.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The part of the remote that changed; nil: any.
            package var scope: String?

            /// The parameters for one part of the remote, or all of it.
            package init(scope: String? = nil) {
                self.scope = scope
            }

            /// Reads the members; those it does not know are passed over.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var scope: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "scope": scope = try reader.optionalString()
                    default: break
                    }
                }
                self.scope = scope
            }

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("scope", scope)
                writer.endObject()
            }
        }
    }

    /// Every device that the remote knows, this one too.
    package enum ListDevices: StateMethod {
        package static let name = "io.stated.Sync.ListDevices"
        package typealias Parameters = NoMembers

        /// What ListDevices answers.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The devices.
            package var devices: [Device]

            /// The reply with the devices found.
            package init(devices: [Device]) {
                self.devices = devices
            }

            /// Reads the members; those it does not know are passed over.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var devices: [Device]?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "devices": devices = try reader.list(Device.self)
                    default: break
                    }
                }
                self.devices = try reader.required(devices, "devices")
            }

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("devices", devices)
                writer.endObject()
            }
        }
    }

    /// A device is gone for good.
    package enum ForgetDevice: StateMethod {
        package static let name = "io.stated.Sync.ForgetDevice"
        package typealias Reply = NoMembers

        /// What ForgetDevice takes.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The device.
            package var device: String

            /// The parameters for one device.
            package init(device: String) {
                self.device = device
            }

            /// Reads the members; those it does not know are passed over.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var device: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "device": device = try reader.string()
                    default: break
                    }
                }
                self.device = try reader.required(device, "device")
            }

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("device", device)
                writer.endObject()
            }
        }
    }

    /// A device that shares the remote store.
    package struct Device: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// Its label.
        package var device: String
        /// When it was last heard of, in milliseconds since 1970; 0: nothing it says can be read.
        package var lastSeenAt: Int
        /// How far its clock is ahead of ours, in milliseconds.
        package var clockOffsetMs: Int
        /// The most by which that may be wrong, in milliseconds; `nil` if nothing bounds it yet.
        package var uncertaintyMs: Int?
        /// True if the device's kernel calls its clock synchronised; `nil` if it is not known.
        package var synchronized: Bool?

        /// A device with all its members.
        package init(
            device: String,
            lastSeenAt: Int,
            clockOffsetMs: Int,
            uncertaintyMs: Int? = nil,
            synchronized: Bool? = nil
        ) {
            self.device = device
            self.lastSeenAt = lastSeenAt
            self.clockOffsetMs = clockOffsetMs
            self.uncertaintyMs = uncertaintyMs
            self.synchronized = synchronized
        }

        /// Reads the members; those it does not know are passed over.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var device: String?
            var lastSeenAt: Int?
            var clockOffsetMs: Int?
            var uncertaintyMs: Int?
            var synchronized: Bool?
            try reader.object { (key, reader) throws(JSONError) in
                switch key {
                case "device": device = try reader.string()
                case "lastSeenAt": lastSeenAt = try reader.int()
                case "clockOffsetMs": clockOffsetMs = try reader.int()
                case "uncertaintyMs": uncertaintyMs = try reader.optionalInt()
                case "synchronized": synchronized = try reader.optionalBool()
                default: break
                }
            }
            self.device = try reader.required(device, "device")
            self.lastSeenAt = try reader.required(lastSeenAt, "lastSeenAt")
            self.clockOffsetMs = try reader.required(clockOffsetMs, "clockOffsetMs")
            self.uncertaintyMs = uncertaintyMs
            self.synchronized = synchronized
        }

        /// Writes the object; members that are nil are left out.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("device", device)
            writer.member("lastSeenAt", lastSeenAt)
            writer.member("clockOffsetMs", clockOffsetMs)
            writer.member("uncertaintyMs", uncertaintyMs)
            writer.member("synchronized", synchronized)
            writer.endObject()
        }
    }
}
