// SPDX-License-Identifier: Apache-2.0

/// The notice that the daemon did not acknowledge the last reports of a stopping bridge.
package enum LossNotice {
    /// Returns the notice as a sentence.
    ///
    /// Older positions of the items may be stored, and the last reports may have arrived.
    ///
    /// - Parameters:
    ///   - reason: the reason why the daemon did not acknowledge them.
    ///   - items: the number of items with such a report.
    /// - Returns: the notice.
    package static func text(_ reason: String, items: Int) -> String {
        let items = items == 1 ? "1 item" : "\(items) items"
        return "\(reason); the newest position of \(items) may not be stored"
    }
}
