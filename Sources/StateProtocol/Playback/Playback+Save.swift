package import StateModel
package import Varlink

extension Playback {
    /// Stores a snapshot; a oneway call is a tick.
    package enum Save: StateMethod {
        package static let name = "io.stated.Playback.Save"

        /// The parameters of Save.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The observation to store.
            package var snapshot: Snapshot

            /// Creates the parameters for one snapshot.
            package init(snapshot: Snapshot) {
                self.snapshot = snapshot
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var snapshot: Snapshot?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "snapshot": snapshot = try reader.decoded(Snapshot.self)
                    default: break
                    }
                }
                // The snapshot is taken, not copied: there is one with each Save, and it is large.
                guard let snapshot = snapshot.take() else { throw reader.missing("snapshot") }
                self.snapshot = snapshot
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("snapshot", snapshot)
                writer.endObject()
            }
        }

        /// The reply of Save.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The outcome for the snapshot.
            package var result: SaveResult

            /// Creates the reply for one snapshot.
            package init(result: SaveResult) {
                self.result = result
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var result: SaveResult?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "result": result = try reader.decoded(SaveResult.self)
                    default: break
                    }
                }
                self.result = try reader.required(result, "result")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("result", result)
                writer.endObject()
            }
        }
    }

    /// Stores several snapshots in one transaction: all of them, or none and an error.
    package enum SaveMany: StateMethod {
        package static let name = "io.stated.Playback.SaveMany"

        /// The parameters of SaveMany.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The observations to store, in their order.
            package var snapshots: [Snapshot]

            /// Creates the parameters for several snapshots.
            package init(snapshots: [Snapshot]) {
                self.snapshots = snapshots
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var snapshots: [Snapshot]?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "snapshots": snapshots = try reader.list(Snapshot.self)
                    default: break
                    }
                }
                self.snapshots = try reader.required(snapshots, "snapshots")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("snapshots", snapshots)
                writer.endObject()
            }
        }

        /// The reply of SaveMany.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The outcome for each snapshot, in the order of the call.
            package var results: [SaveResult]

            /// Creates the reply with one result for each snapshot.
            package init(results: [SaveResult]) {
                self.results = results
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var results: [SaveResult]?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "results": results = try reader.list(SaveResult.self)
                    default: break
                    }
                }
                self.results = try reader.required(results, "results")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("results", results)
                writer.endObject()
            }
        }
    }
}
