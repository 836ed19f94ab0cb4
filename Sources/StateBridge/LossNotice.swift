// SPDX-License-Identifier: Apache-2.0

/// The notice that the daemon did not acknowledge the last reports of a bridge that stops.
package enum LossNotice {
    /// Returns the notice as a sentence.
    ///
    /// For these items, an older position may be stored, or the last report may have arrived after
    /// all.
    ///
    /// - Parameters:
    ///   - reason: The reason why the daemon did not acknowledge the reports.
    ///   - items: The number of items with an unacknowledged report.
    /// - Returns: The notice.
    package static func text(_ reason: String, items: Int) -> String {
        let items = items == 1 ? "1 item" : "\(items) items"
        return "\(reason); the newest position of \(items) may not be stored"
    }
}
