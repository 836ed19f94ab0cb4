// SPDX-License-Identifier: Apache-2.0
import StateProtocol

package enum CallTimeout {
    /// The timeout of a call that changes data, whose reply waits for the disk.
    static let write = Duration.seconds(30)
    /// The timeout of a call that reads little data, which usually takes the daemon a few
    /// milliseconds.
    static let read = Duration.seconds(10)
    /// The timeout of a requested round of sync.
    ///
    /// It covers the round in progress and the next round, each of at most ten minutes, and a
    /// margin.
    package static let round = Duration.seconds(1_260)
    /// The timeout of a call that reads or writes a whole store.
    package static let store = Duration.seconds(1_200)

    /// Returns the timeout of a call, which depends on the verb at the beginning of the method's
    /// name.
    static func of(_ method: String, _ parameters: [UInt8]) -> Duration {
        if method == Playback.List.name,
            (try? Playback.List.Parameters(json: parameters))?.mayReadAll == true
        {
            return store
        }
        let name = method.split(separator: ".").last ?? ""
        let reads = ["Get", "List", "History", "Resume", "Explain"]
        return reads.contains { name.hasPrefix($0) } ? read : write
    }
}
