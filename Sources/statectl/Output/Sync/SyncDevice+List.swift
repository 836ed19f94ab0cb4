// SPDX-License-Identifier: Apache-2.0
import StateClient

extension SyncDevice: TableEntry {
    /// The maximum difference between clocks that is considered an agreement, in milliseconds.
    private static let agreementMilliseconds = 1_000

    static let columns: [Table.Column] = [
        .init(heading: "DEVICE", flexible: true), .init(heading: "REPORTED"),
        .init(heading: "CLOCK"),
    ]

    /// Returns the device's name, the age of its last report, and the difference of its clock.
    ///
    /// The age is `never` if the data of the device cannot be read.
    func cells(from context: TimeContext) -> [String] {
        [
            device.visible, lastSeenAt == .epoch ? "never" : context.moment(lastSeenAt).ago, clock,
        ]
    }

    /// Name, time of the last report, and the number of milliseconds by which the clock is ahead.
    var fields: [String] {
        [device.visible, Instant(lastSeenAt).iso, String(clockOffsetMs)]
    }

    /// The difference of the clock, such as `agrees`, `5 min ahead` or `3 h behind`; empty if the
    /// device has never reported.
    private var clock: String {
        guard lastSeenAt != .epoch else { return "" }
        let offset = clockOffsetMs.magnitude
        guard offset >= Self.agreementMilliseconds else { return "agrees" + doubt }
        let span = TimeSpan(seconds: Int(offset / 1_000)).rough
        return (clockOffsetMs > 0 ? "\(span) ahead" : "\(span) behind") + doubt
    }

    /// The uncertainty of the difference, such as `, ± 3 s`; empty if it is small or unknown.
    private var doubt: String {
        guard let uncertaintyMs, uncertaintyMs >= Self.agreementMilliseconds else { return "" }
        return ", ± \(TimeSpan(seconds: uncertaintyMs / 1_000).rough)"
    }
}
