// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import Varlink

extension Playback.Save {
    /// The parameters of Save.
    package struct Parameters: JSONObject, Equatable, Sendable {
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
                if case "snapshot" = key { snapshot = try Snapshot(from: &reader) }
            }
            // The snapshot is moved, not copied, because each Save has a large one.
            guard let snapshot = snapshot.take() else { throw reader.missing("snapshot") }
            self.snapshot = snapshot
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("snapshot", snapshot)
        }
    }
}
