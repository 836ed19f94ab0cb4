package import StateModel
package import Varlink

extension Playback {
    /// Returns the resume point of one item.
    package enum Get: StateMethod {
        package static let name = "io.stated.Playback.Get"
        package typealias Parameters = ItemParameters
        package typealias Reply = PointReply
    }

    /// Returns the position to continue at: in an item, a player's current item, or the item
    /// observed last.
    package enum Resume: StateMethod {
        package static let name = "io.stated.Playback.Resume"

        /// The parameters of Resume.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The item to continue.
            package var item: String?
            /// The player whose current item is to be continued.
            package var player: String?
            /// True if a bridge resumes the item without being asked.
            package var automatic: Bool?
            /// True if the item is a track of an album.
            package var album: Bool?
            /// The length of the item in seconds, if the player knows it.
            package var duration: Double?

            /// Creates the parameters; without item and player, they mean the item observed last of
            /// all.
            package init(item: String? = nil, player: String? = nil) {
                self.item = item
                self.player = player
            }

            /// Creates the parameters of a bridge that resumes an item by itself.
            package init(item: String, for player: String, _ facts: MediaFacts) {
                self.item = item
                self.player = player
                automatic = true
                album = facts.isAlbumTrack ? true : nil
                duration = facts.duration
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                self.init()
                var parameters = self
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "item": parameters.item = try reader.optionalString()
                    case "player": parameters.player = try reader.optionalString()
                    case "automatic": parameters.automatic = try reader.optionalBool()
                    case "album": parameters.album = try reader.optionalBool()
                    case "duration": parameters.duration = try reader.optionalDouble()
                    default: break
                    }
                }
                self = parameters
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("item", item)
                writer.member("player", player)
                writer.member("automatic", automatic)
                writer.member("album", album)
                writer.member("duration", duration)
                writer.endObject()
            }
        }

        /// The reply of Resume.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The item to continue with.
            package var item: String
            /// Its resume point, if it has one.
            package var point: ResumePoint?
            /// The position to begin at, in seconds: the stored position less the configured
            /// rewind.
            package var position: Double
            /// True if the user has configured that playback starts by itself.
            package var autoplay: Bool
            /// The position, in seconds, where the given player last saw the item, if another has
            /// observed it since.
            package var ownPosition: Double?
            /// The reason why a bridge must not resume the item by itself; `nil` if there is none.
            package var hold: ResumeHold?

            /// Creates a reply from its members.
            package init(
                item: String,
                point: ResumePoint? = nil,
                position: Double,
                autoplay: Bool,
                terms: ResumeTerms = ResumeTerms()
            ) {
                self.item = item
                self.point = point
                self.position = position
                self.autoplay = autoplay
                ownPosition = terms.ownPosition
                hold = terms.hold
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var item: String?
                var point: ResumePoint?
                var position: Double?
                var autoplay: Bool?
                var ownPosition: Double?
                var hold: ResumeHold?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "item": item = try reader.string()
                    case "point": point = try reader.optionalDecoded(ResumePoint.self)
                    case "position": position = try reader.double()
                    case "autoplay": autoplay = try reader.bool()
                    case "ownPosition": ownPosition = try reader.optionalDouble()
                    case "hold": hold = try reader.optionalString().flatMap(ResumeHold.init)
                    default: break
                    }
                }
                self.item = try reader.required(item, "item")
                self.point = point
                self.position = try reader.required(position, "position")
                self.autoplay = try reader.required(autoplay, "autoplay")
                self.ownPosition = ownPosition
                self.hold = hold
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("item", item)
                writer.member("point", point)
                writer.member("position", position)
                writer.member("autoplay", autoplay)
                writer.member("ownPosition", ownPosition)
                writer.member("hold", hold)
                writer.endObject()
            }
        }
    }

    /// Lists resume points, the most recently observed first.
    package enum List: StateMethod {
        package static let name = "io.stated.Playback.List"

        /// The parameters of List.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The player whose points are wanted; `nil` for all players.
            package var player: String?
            /// The largest number of points wanted, at most 1000; `nil` for 100.
            package var limit: Int?
            /// The end of the previous page; `nil` to begin with the newest point.
            package var cursor: String?

            /// Creates the parameters of one page.
            package init(player: String? = nil, limit: Int? = nil, cursor: String? = nil) {
                self.player = player
                self.limit = limit
                self.cursor = cursor
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var player: String?
                var limit: Int?
                var cursor: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "player": player = try reader.optionalString()
                    case "limit": limit = try reader.optionalInt()
                    case "cursor": cursor = try reader.optionalString()
                    default: break
                    }
                }
                self.player = player
                self.limit = limit
                self.cursor = cursor
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("player", player)
                writer.member("limit", limit)
                writer.member("cursor", cursor)
                writer.endObject()
            }
        }

        /// The reply of List.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The points, the most recently observed first.
            package var points: [ResumePoint]
            /// The beginning of the next page; `nil` if there is none.
            package var cursor: String?

            /// Creates one page.
            package init(points: [ResumePoint], cursor: String? = nil) {
                self.points = points
                self.cursor = cursor
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var points: [ResumePoint]?
                var cursor: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "points": points = try reader.list(ResumePoint.self)
                    case "cursor": cursor = try reader.optionalString()
                    default: break
                    }
                }
                self.points = try reader.required(points, "points")
                self.cursor = cursor
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("points", points)
                writer.member("cursor", cursor)
                writer.endObject()
            }
        }
    }

    /// Lists earlier values of an item, expired and cleared ones too.
    package enum History: StateMethod {
        package static let name = "io.stated.Playback.History"

        /// The parameters of History.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The item, or an alias of it.
            package var item: String
            /// The largest number of entries wanted, at most 1000; `nil` for 100.
            package var limit: Int?

            /// Creates the parameters for one item.
            package init(item: String, limit: Int? = nil) {
                self.item = item
                self.limit = limit
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var item: String?
                var limit: Int?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "item": item = try reader.string()
                    case "limit": limit = try reader.optionalInt()
                    default: break
                    }
                }
                self.item = try reader.required(item, "item")
                self.limit = limit
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("item", item)
                writer.member("limit", limit)
                writer.endObject()
            }
        }

        /// The reply of History.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The entries, newest first.
            package var entries: [HistoryEntry]

            /// Creates the reply with the entries found.
            package init(entries: [HistoryEntry]) {
                self.entries = entries
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var entries: [HistoryEntry]?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "entries": entries = try reader.list(HistoryEntry.self)
                    default: break
                    }
                }
                self.entries = try reader.required(entries, "entries")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("entries", entries)
                writer.endObject()
            }
        }
    }
}
