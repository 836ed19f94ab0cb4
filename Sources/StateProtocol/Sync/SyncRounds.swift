package import Varlink

extension Sync {
    /// Pushes the pending entries and pulls the new records.
    package enum SyncNow: StateMethod {
        package static let name = "io.stated.Sync.SyncNow"
        package typealias Parameters = NoMembers

        /// The reply of SyncNow.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The number of entries that were sent.
            package var pushed: Int
            /// The number of records that were read.
            package var pulled: Int
            /// The number of items that two devices had changed.
            package var conflicts: Int
            /// The duration of the round, in milliseconds.
            package var durationMs: Int

            /// Creates a reply from its members.
            package init(pushed: Int, pulled: Int, conflicts: Int, durationMs: Int) {
                self.pushed = pushed
                self.pulled = pulled
                self.conflicts = conflicts
                self.durationMs = durationMs
            }

            /// Creates the value from its members; unknown members are ignored.
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

            /// Writes the object; members that are `nil` are left out.
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

    /// Reports that the remote has news.
    package enum RemoteChanged: StateMethod {
        package static let name = "io.stated.Sync.RemoteChanged"
        package typealias Reply = NoMembers

        /// The parameters of RemoteChanged.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The part of the remote that changed; `nil` for any part.
            package var scope: String?

            /// Creates the parameters for one part of the remote, or for all of it.
            package init(scope: String? = nil) {
                self.scope = scope
            }

            /// Creates the value from its members; unknown members are ignored.
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

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("scope", scope)
                writer.endObject()
            }
        }
    }

    /// Lists every device that the remote knows, this one included.
    package enum ListDevices: StateMethod {
        package static let name = "io.stated.Sync.ListDevices"
        package typealias Parameters = NoMembers

        /// The reply of ListDevices.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The devices.
            package var devices: [Device]

            /// Creates the reply with the devices found.
            package init(devices: [Device]) {
                self.devices = devices
            }

            /// Creates the value from its members; unknown members are ignored.
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

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("devices", devices)
                writer.endObject()
            }
        }
    }

    /// Forgets a device that is gone for good.
    package enum ForgetDevice: StateMethod {
        package static let name = "io.stated.Sync.ForgetDevice"
        package typealias Reply = NoMembers

        /// The parameters of ForgetDevice.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The device.
            package var device: String

            /// Creates the parameters for one device.
            package init(device: String) {
                self.device = device
            }

            /// Creates the value from its members; unknown members are ignored.
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

            /// Writes the object; members that are `nil` are left out.
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
        /// The time of its last report, in milliseconds since 1970; 0 if none of its reports can be
        /// read.
        package var lastSeenAt: Int
        /// The time by which its clock is ahead of ours, in milliseconds.
        package var clockOffsetMs: Int
        /// The largest error of that time, in milliseconds; `nil` if nothing bounds it yet.
        package var uncertaintyMs: Int?
        /// True if the device's kernel calls its clock synchronised; `nil` if it is not known.
        package var synchronized: Bool?

        /// Creates a device from its members.
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

        /// Creates the value from its members; unknown members are ignored.
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

        /// Writes the object; members that are `nil` are left out.
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
