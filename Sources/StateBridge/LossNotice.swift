// SPDX-License-Identifier: Apache-2.0

/// The message of a bridge that ends before the daemon has acknowledged all its reports.
package enum LossNotice {
    /// Returns the message.
    ///
    /// The store may have an older position of these items. It may also have the newest one, if
    /// only the acknowledgement was lost.
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
