// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import Varlink

extension Playback.Save {
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var snapshot: Snapshot

        package init(snapshot: Snapshot) {
            self.snapshot = snapshot
        }

        package init(from reader: inout JSONReader) throws(JSONError) {
            var snapshot: Snapshot?
            try reader.object { (key, reader) throws(JSONError) in
                if case "snapshot" = key { snapshot = try Snapshot(from: &reader) }
            }
            // The snapshot is moved, because copying such a large value would slow down each Save.
            guard let snapshot = snapshot.take() else { throw reader.missing("snapshot") }
            self.snapshot = snapshot
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("snapshot", snapshot)
        }
    }
}
