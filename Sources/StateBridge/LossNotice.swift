// SPDX-License-Identifier: Apache-2.0

/// The message of a bridge that ends before the daemon has acknowledged its last reports.
package enum LossNotice {
    /// Returns the message.
    ///
    /// For the items in question, the store may have an older position; a report may also have
    /// arrived without the bridge receiving the acknowledgement.
    ///
    /// - Parameters:
    ///   - reason: The reason why the daemon did not acknowledge the reports.
    ///   - items: The number of items with an unacknowledged report.
    /// - Returns: The message.
    package static func text(_ reason: String, items: Int) -> String {
        let items = items == 1 ? "1 item" : "\(items) items"
        return "\(reason); the newest position of \(items) may not be stored"
    }
}
