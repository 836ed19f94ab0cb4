// SPDX-License-Identifier: Apache-2.0
import StateProtocol

package enum CallTimeout {
    /// The timeout of a call that changes data; its reply waits for the disk.
    static let write = Duration.seconds(30)
    /// The timeout of a call that reads little data, which usually takes a few milliseconds.
    static let read = Duration.seconds(10)
    /// The timeout of a call that waits for a round of sync.
    ///
    /// It allows for two calls to the remote store that each take the longest `sync-timeout`, ten
    /// minutes: one in the round in progress, and one in the next round.
    package static let round = Duration.seconds(1_260)
    /// The timeout of a call that reads or writes a whole store.
    package static let store = Duration.seconds(1_200)

    /// Returns the timeout of a call: ``store`` if it may read or clear all points, ``read`` for
    /// `Get…`, `List…` and similar methods, and ``write`` for the others.
    static func of(_ method: String, _ parameters: [UInt8]) -> Duration {
        if method == Playback.ClearAll.name { return store }
        if method == Playback.List.name,
            (try? Playback.List.Parameters(json: parameters))?.mayReadAll == true
        {
            return store
        }
        let name = method.split(separator: ".").last ?? ""
        let reads = ["Get", "List", "Latest", "History", "Resume", "Explain"]
        return reads.contains { name.hasPrefix($0) } ? read : write
    }
}
