import StateClient

/// A device in words.
struct DeviceReport {
    /// Clocks that differ less than that agree, in milliseconds.
    private static let agreement = 1_000

    /// The device.
    let device: SyncDevice

    /// The device's fields, with tabs between them.
    ///
    /// Its name, the time at which it was last heard of, and how many milliseconds its clock is
    /// ahead of ours.
    var fields: String {
        [
            device.device.visible, Instant(milliseconds: device.lastSeenAt).iso,
            String(device.clockOffset),
        ].joined(separator: "\t")
    }

    /// `agrees`, `5 min ahead`, `3 h behind`; empty: it was never heard of.
    var clock: String {
        guard device.lastSeenAt != 0 else { return "" }
        let offset = device.clockOffset
        guard offset.magnitude >= Self.agreement else { return "agrees" + doubt }
        let span = TimeSpan(seconds: Int(offset.magnitude / 1_000)).rough
        return (offset > 0 ? "\(span) ahead" : "\(span) behind") + doubt
    }

    /// `, ± 3 s`, where the difference is known no better than that.
    private var doubt: String {
        guard let uncertainty = device.clockUncertainty, uncertainty >= Self.agreement else {
            return ""
        }
        return ", ± \(TimeSpan(seconds: uncertainty / 1_000).rough)"
    }

    /// `2 min ago`, or `never`: it is listed, and what it says can't be read.
    private func heardOf(from view: Viewpoint) -> String {
        device.lastSeenAt == 0 ? "never" : view.moment(device.lastSeenAt).ago
    }

    /// The lines of a table of devices, at most `width` wide.
    static func table(
        _ devices: [DeviceReport],
        from view: Viewpoint,
        width: Int,
        style: Style
    ) -> [String] {
        var table = Table(columns: [
            .init(heading: "DEVICE", flexible: true), .init(heading: "HEARD OF"),
            .init(heading: "CLOCK"),
        ])
        table.rows = devices.map { report in
            [
                report.device.device.visible, report.heardOf(from: view), report.clock,
            ]
        }
        return table.lines(width: width, style: style)
    }
}
