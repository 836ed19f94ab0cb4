// SPDX-License-Identifier: Apache-2.0
import StateClient

/// A device in words.
struct DeviceReport {
    /// The difference below which two clocks agree, in milliseconds.
    private static let agreementMilliseconds = 1_000

    /// The device.
    let device: SyncDevice

    /// The device's fields, separated by tabs.
    ///
    /// Name, the time at which it was last heard of, and the number of milliseconds by which its
    /// clock is ahead of this one.
    var fields: String {
        [
            device.device.visible, Instant(device.lastSeenAt).iso,
            String(device.clockOffsetMs),
        ].joined(separator: "\t")
    }

    /// The clock's difference: `agrees`, `5 min ahead`, `3 h behind`; empty if the device was never
    /// heard of.
    var clock: String {
        guard device.lastSeenAt != .epoch else { return "" }
        let offset = device.clockOffsetMs
        guard offset.magnitude >= Self.agreementMilliseconds else { return "agrees" + doubt }
        let span = TimeSpan(seconds: Int(offset.magnitude / 1_000)).rough
        return (offset > 0 ? "\(span) ahead" : "\(span) behind") + doubt
    }

    /// The uncertainty of the difference, `, ± 3 s`; empty if it is small or unknown.
    private var doubt: String {
        guard let uncertainty = device.uncertaintyMs, uncertainty >= Self.agreementMilliseconds
        else {
            return ""
        }
        return ", ± \(TimeSpan(seconds: uncertainty / 1_000).rough)"
    }

    /// Returns `2 min ago`, or `never` for a listed device whose data cannot be read.
    private func heardOf(from context: TimeContext) -> String {
        device.lastSeenAt == .epoch ? "never" : context.moment(device.lastSeenAt).ago
    }

    /// Returns the lines of a table of devices, at most `width` wide.
    static func table(
        _ devices: [DeviceReport],
        from context: TimeContext,
        width: Int,
        style: Style
    ) -> [String] {
        var table = Table(columns: [
            .init(heading: "DEVICE", flexible: true), .init(heading: "HEARD OF"),
            .init(heading: "CLOCK"),
        ])
        table.rows = devices.map { report in
            [
                report.device.device.visible, report.heardOf(from: context), report.clock,
            ]
        }
        return table.lines(width: width, style: style)
    }
}
