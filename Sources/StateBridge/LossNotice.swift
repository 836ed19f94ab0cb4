// SPDX-License-Identifier: Apache-2.0

/// The message of a bridge that ends before the daemon has acknowledged all its reports.
package enum LossNotice {
    /// Returns the message for the user; `items` is the number of items with an unacknowledged
    /// report.
    ///
    /// The store has an older position of each item or, if only the acknowledgement was lost, the
    /// newest one.
    package static func text(_ reason: String, items: Int) -> String {
        let items = items == 1 ? "1 item" : "\(items) items"
        return "\(reason); the newest position of \(items) may not be stored"
    }
}
