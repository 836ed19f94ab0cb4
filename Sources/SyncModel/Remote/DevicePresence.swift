// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// A device's report about itself to the other devices.
package struct DevicePresence: Sendable, Hashable {
    /// The device.
    package var origin: Origin
    /// The device's label for the user; cut to the limit if it comes from another device.
    package var label: String
    /// The device's trusted time at the report, in milliseconds since 1970; 0 if unknown.
    package var at: Timestamp
    /// The number of this report; the remote has everything that the device sent before it.
    package var round: Int
    /// The newest round of every other device that was known before the last complete read.
    ///
    /// The device has read everything that the others sent up to those rounds.
    package var seen: [Origin: Int]
    /// The device's report about clocks.
    package var clock: ClockReport
    /// True if one of the device's surfaces was in front at the time of the report.
    package var isInFront: Bool

    /// Creates a presence from its members.
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

/// A device's report about clocks.
package struct ClockReport: Sendable, Hashable {
    /// True if the device's kernel reports its clock as synchronised.
    package var isSynchronized = false
    /// The smallest differences between the times of other devices' presences and their readings
    /// here, in milliseconds.
    ///
    /// Each is the time of reading minus the time of writing, and at least this clock's lead.
    package var differences: [Origin: Int] = [:]

    /// Creates an empty report.
    package init() {}

    /// The report as bytes; equal reports have equal bytes.
    package var bytes: [UInt8] {
        var writer = RecordWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// Creates the report from its bytes; `nil` if they are damaged.
    package init?(bytes: [UInt8]) {
        var reader = RecordReader(bytes)
        do throws(RecordReader.Damaged) {
            self = try Self(from: &reader)
        } catch {
            return nil
        }
    }

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
    /// Creates the presence of a device that is listed, but of which nothing has been read.
    package init(unread origin: Origin) {
        self.init(origin: origin, label: "\(origin)", at: .epoch, round: 0, seen: [:])
    }

    /// The layout of the bytes; a reader refuses an unknown layout.
    package static let layout: UInt8 = 2
    /// The layout of the first version, which had no report about clocks.
    private static let firstLayout: UInt8 = 1

    /// The presence as bytes; equal presences have equal bytes.
    package var bytes: [UInt8] {
        var writer = RecordWriter()
        writer.byte(Self.layout)
        write(to: &writer)
        clock.write(to: &writer)
        writer.byte(isInFront ? 1 : 0)
        return writer.bytes
    }

    /// The presence without its report about clocks, as the first version reads it.
    package var firstBytes: [UInt8] {
        var writer = RecordWriter()
        writer.byte(Self.firstLayout)
        write(to: &writer)
        return writer.bytes
    }

    private func write(to writer: inout RecordWriter) {
        writer.write(origin)
        writer.text(label)
        writer.signed(at)
        writer.count(round)
        writer.count(seen.count)
        for (origin, round) in seen.sorted(by: { $0.key < $1.key }) {
            writer.write(origin)
            writer.count(round)
        }
    }

    /// Creates the presence from its bytes; `nil` if they are damaged or of a later layout.
    ///
    /// Additional bytes at the end are ignored.
    package init?(bytes: [UInt8]) {
        var reader = RecordReader(bytes)
        do throws(RecordReader.Damaged) {
            let layout = try reader.byte()
            guard layout == Self.layout || layout == Self.firstLayout else { return nil }
            let origin = try reader.origin()
            let label = try reader.text().cut(to: Limits.deviceBytes)
            let at: Timestamp = try reader.signed()
            let round = try reader.count()
            var seen: [Origin: Int] = [:]
            for _ in 0..<(try reader.count()) {
                let other = try reader.origin()
                seen[other] = try reader.count()
            }
            let clock = layout == Self.layout ? try ClockReport(from: &reader) : ClockReport()
            self.init(
                origin: origin,
                label: label,
                at: at,
                round: round,
                seen: seen,
                clock: clock,
                // Earlier versions end here, without the flag.
                isInFront: (try? reader.flag()) ?? false
            )
        } catch {
            return nil
        }
    }
}
