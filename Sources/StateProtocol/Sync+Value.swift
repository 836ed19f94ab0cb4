// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import Varlink

extension Sync {
    /// One side of a conflict.
    ///
    /// A resume point has the same form as in io.stated.Playback.
    package enum Value: JSONEncodable, Equatable, Sendable {
        case point(ResumePoint)
        /// The item's resume point was removed at the given time.
        case removed(item: String, at: Timestamp)
        /// The alias has belonged to the given item since the given time.
        case alias(String, item: String, at: Timestamp)

        package func write(to writer: inout JSONWriter) {
            switch self {
            case .point(let point): point.write(to: &writer)
            case .removed(let item, let at):
                writer.beginObject()
                writer.member("item", item)
                writer.member("removed", true)
                writer.member("at", at)
                writer.endObject()
            case .alias(let alias, let item, let at):
                writer.beginObject()
                writer.member("item", item)
                writer.member("alias", alias)
                writer.member("at", at)
                writer.endObject()
            }
        }
    }
}
