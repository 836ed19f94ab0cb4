// SPDX-License-Identifier: Apache-2.0
package import StateModel

package struct DevicePresence: Sendable, Hashable {
    package var origin: Origin
    /// The label of the device, for the user; a label that was read is cut to the maximum length.
    package var label: String
    /// The trusted time of the device when it reported, in milliseconds since 1970; 0 if it is
    /// unknown.
    package var at: Timestamp
    /// The number of the report.
    ///
    /// Everything that the device sent before the report is in the remote.
    package var round: Int
    /// The number of a report of each other device; the device has read everything that was sent
    /// before these reports.
    package var seen: [Origin: Int]
    package var clock: ClockReport
    /// True if one of the device's surfaces was in the foreground when it reported.
    package var isInFront: Bool

    package init(
        origin: Origin,
        label: String,
        at: Timestamp,
        round: Int,
        seen: [Origin: Int],
        clock: ClockReport = ClockReport(),
        isInFront: Bool = false
    ) {
        self.origin = origin
        self.label = label
        self.at = at
        self.round = round
        self.seen = seen
        self.clock = clock
        self.isInFront = isInFront
    }
}

package struct ClockReport: Sendable, Hashable {
    /// True if the kernel of the device reports that the clock is synchronised.
    package var isSynchronized = false
    /// For each other device, the maximum lead of this device's clock, in milliseconds.
    ///
    /// It is the smallest difference between the time at which this device read a presence and the
    /// time at which the other device wrote it, each on its own clock.
    package var differences: [Origin: Int] = [:]

    package init() {}

    fileprivate func write(to writer: inout RecordWriter) {
        writer.byte(isSynchronized ? 1 : 0)
        writer.count(differences.count)
        for (origin, difference) in differences.sorted(by: { $0.key < $1.key }) {
            writer.write(origin)
            writer.signed(difference)
        }
    }

    fileprivate init(from reader: inout RecordReader) throws(RecordReader.Damaged) {
        isSynchronized = try reader.flag()
        for _ in 0..<(try reader.count()) {
            let origin = try reader.origin()
            differences[origin] = try reader.signed()
        }
    }
}

extension DevicePresence {
    /// Creates the presence of a listed device whose report cannot be read.
    package init(unread origin: Origin) {
        self.init(origin: origin, label: "\(origin)", at: .epoch, round: 0, seen: [:])
    }

    /// The version of the layout; a reader refuses unknown layouts.
    package static let layout: UInt8 = 2

    /// The presence as bytes; equal presences have equal bytes.
    package var bytes: [UInt8] {
        var writer = RecordWriter()
        writer.byte(Self.layout)
        writer.write(origin)
        writer.text(label)
        writer.signed(at)
        writer.count(round)
        writer.write(seen)
        clock.write(to: &writer)
        writer.byte(isInFront ? 1 : 0)
        return writer.bytes
    }

    /// Creates the presence from its bytes; returns `nil` if they are damaged, or have an unknown
    /// layout.
    ///
    /// Additional bytes at the end are ignored.
    package init?(bytes: [UInt8]) {
        var reader = RecordReader(bytes)
        do throws(RecordReader.Damaged) {
            guard try reader.byte() == Self.layout else { return nil }
            self.init(
                origin: try reader.origin(),
                label: try reader.text().cut(to: Limits.deviceBytes),
                at: try reader.signed(),
                round: try reader.count(),
                seen: try reader.numbers(),
                clock: try ClockReport(from: &reader),
                isInFront: try reader.flag()
            )
        } catch {
            return nil
        }
    }
}
