package import StateModel
package import Varlink

extension Session {
    /// The item is gone: its resume point is cleared and an alert is raised.
    package enum ReportUnavailable: StateMethod {
        package static let name = "io.stated.Session.ReportUnavailable"

        /// What ReportUnavailable takes.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The player.
            package var player: String
            /// The item that is gone.
            package var item: String
            /// What the player knows about it.
            package var reason: String?

            /// The parameters for one item.
            package init(player: String, item: String, reason: String? = nil) {
                self.player = player
                self.item = item
                self.reason = reason
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("player", player)
                writer.member("item", item)
                writer.member("reason", reason)
                writer.endObject()
            }
        }

        /// What ReportUnavailable answers.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The number of the alert that was raised.
            package var alert: Int

            /// The reply with one number.
            package init(alert: Int) {
                self.alert = alert
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("alert", alert)
                writer.endObject()
            }
        }
    }

    /// Every open alert.
    package enum ListAlerts: StateMethod {
        package static let name = "io.stated.Session.ListAlerts"
        package typealias Parameters = NoMembers

        /// What ListAlerts answers.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The alerts.
            package var alerts: [Alert]

            /// The reply with the alerts found.
            package init(alerts: [Alert]) {
                self.alerts = alerts
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("alerts", alerts)
                writer.endObject()
            }
        }
    }

    /// Takes an alert off every surface.
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

    /// What a call takes that is about one alert.
    package struct AlertNumber: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// The alert's number.
        package var id: Int

        /// The parameters for one alert.
        package init(id: Int) {
            self.id = id
        }

        /// Reads the members; those it does not know are passed over.
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

        /// Writes the object; members that are nil are left out.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("id", id)
            writer.endObject()
        }
    }
}
