// SPDX-License-Identifier: Apache-2.0
import StateClient

extension SyncDevice: TableEntry {
    /// The smallest difference or uncertainty of clocks that is shown.
    private static let agreementMilliseconds = 1_000

    static let columns: [Table.Column] = [
        .init(heading: "DEVICE", flexible: true), .init(heading: "REPORTED"),
        .init(heading: "CLOCK"),
    ]

    /// Returns the cells for a device; the age is `never` if no report of the device can be read.
    func cells(from context: TimeContext) -> [String] {
        [
            device.visible, lastSeenAt == .epoch ? "never" : context.moment(lastSeenAt).ago, clock,
        ]
    }

    var fields: [String] {
        [device.visible, Instant(lastSeenAt).iso, String(clockOffsetMs)]
    }

    /// The difference of the clock, such as `agrees`, `5 min ahead` or `3 h behind`; empty if no
    /// report of the device can be read.
    private var clock: String {
        guard lastSeenAt != .epoch else { return "" }
        let offset = clockOffsetMs.magnitude
        guard offset >= Self.agreementMilliseconds else { return "agrees" + doubt }
        let span = TimeSpan(seconds: Int(offset / 1_000)).rough
        return (clockOffsetMs > 0 ? "\(span) ahead" : "\(span) behind") + doubt
    }

    private var doubt: String {
        guard let uncertaintyMs, uncertaintyMs >= Self.agreementMilliseconds else { return "" }
        return ", ± \(TimeSpan(seconds: uncertaintyMs / 1_000).rough)"
    }
}
