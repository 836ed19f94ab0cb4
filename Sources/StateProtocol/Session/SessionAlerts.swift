package import StateModel
package import Varlink

extension Session {
    /// Reports that an item is gone: its resume point is cleared and an alert is raised.
    package enum ReportUnavailable: StateMethod {
        package static let name = "io.stated.Session.ReportUnavailable"

        /// The parameters of ReportUnavailable.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The player.
            package var player: String
            /// The item that is gone.
            package var item: String
            /// The reason, as far as the player knows it.
            package var reason: String?

            /// Creates the parameters for one item.
            package init(player: String, item: String, reason: String? = nil) {
                self.player = player
                self.item = item
                self.reason = reason
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var player: String?
                var item: String?
                var reason: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "player": player = try reader.string()
                    case "item": item = try reader.string()
                    case "reason": reason = try reader.optionalString()
                    default: break
                    }
                }
                self.player = try reader.required(player, "player")
                self.item = try reader.required(item, "item")
                self.reason = reason
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("player", player)
                writer.member("item", item)
                writer.member("reason", reason)
                writer.endObject()
            }
        }

        /// The reply of ReportUnavailable.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The number of the alert that was raised.
            package var alert: Int

            /// Creates the reply with the alert's number.
            package init(alert: Int) {
                self.alert = alert
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var alert: Int?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "alert": alert = try reader.int()
                    default: break
                    }
                }
                self.alert = try reader.required(alert, "alert")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("alert", alert)
                writer.endObject()
            }
        }
    }

    /// Lists every open alert.
    package enum ListAlerts: StateMethod {
        package static let name = "io.stated.Session.ListAlerts"
        package typealias Parameters = NoMembers

        /// The reply of ListAlerts.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The alerts.
            package var alerts: [Alert]

            /// Creates the reply with the alerts found.
            package init(alerts: [Alert]) {
                self.alerts = alerts
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var alerts: [Alert]?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "alerts": alerts = try reader.list(Alert.self)
                    default: break
                    }
                }
                self.alerts = try reader.required(alerts, "alerts")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("alerts", alerts)
                writer.endObject()
            }
        }
    }

    /// Removes an alert from every surface.
    package enum DismissAlert: StateMethod {
        package static let name = "io.stated.Session.DismissAlert"
        package typealias Parameters = AlertNumber
        package typealias Reply = NoMembers
    }

    /// Asks the player to try again.
    package enum RetryAlert: StateMethod {
        package static let name = "io.stated.Session.RetryAlert"
        package typealias Parameters = AlertNumber
        package typealias Reply = NoMembers
    }

    /// The parameters of a call about one alert.
    package struct AlertNumber: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// The alert's number.
        package var id: Int

        /// Creates the parameters for one alert.
        package init(id: Int) {
            self.id = id
        }

        /// Creates the value from its members; unknown members are ignored.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var id: Int?
            try reader.object { (key, reader) throws(JSONError) in
                switch key {
                case "id": id = try reader.int()
                default: break
                }
            }
            self.id = try reader.required(id, "id")
        }

        /// Writes the object; members that are `nil` are left out.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("id", id)
            writer.endObject()
        }
    }
}
