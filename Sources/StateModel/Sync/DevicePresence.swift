/// What one device tells the others about itself.
package struct DevicePresence: Sendable, Hashable {
    /// The device.
    package var origin: Origin
    /// What people call it.
    package var label: String
    /// Its trusted time when it said so, in milliseconds since 1970; 0: not known.
    package var at: Int
    /// The number of this report; all that the device had sent or read by then is in the remote.
    package var round: Int
    /// The newest round of every other device that it knew before it last read to the end:
    /// whatever that one had sent or read by then, this one has read.
    package var seen: [Origin: Int]

    /// A presence with all its members.
    package init(origin: Origin, label: String, at: Int, round: Int, seen: [Origin: Int]) {
        self.origin = origin
        self.label = label
        self.at = at
        self.round = round
        self.seen = seen
    }
}

extension DevicePresence {
    /// A device that is listed, and of which no more is known: neither its label nor when it last
    /// said something, and nothing that it has seen.
    package init(unread origin: Origin) {
        self.init(origin: origin, label: "\(origin)", at: 0, round: 0, seen: [:])
    }

    /// The layout of the bytes; a reader refuses one that it does not know.
    package static let layout: UInt8 = 1

    /// The presence as one run of bytes: equal presences have equal bytes.
    package var bytes: [UInt8] {
        var writer = RecordWriter()
        writer.byte(Self.layout)
        writer.write(origin)
        writer.text(label)
        writer.signed(at)
        writer.number(round)
        writer.number(seen.count)
        for (origin, round) in seen.sorted(by: { $0.key < $1.key }) {
            writer.write(origin)
            writer.number(round)
        }
        return writer.bytes
    }

    /// The presence of such bytes; nil: they are damaged, or of a later layout.
    package init?(bytes: [UInt8]) {
        var reader = RecordReader(bytes)
        do throws(RecordReader.Damaged) {
            guard try reader.byte() == Self.layout else { return nil }
            let origin = try reader.origin()
            let label = try reader.text()
            let at = try reader.signed()
            let round = try reader.count()
            var seen: [Origin: Int] = [:]
            for _ in 0..<(try reader.count()) {
                let other = try reader.origin()
                seen[other] = try reader.count()
            }
            guard reader.isAtEnd else { return nil }
            self.init(origin: origin, label: label, at: at, round: round, seen: seen)
        } catch {
            return nil
        }
    }
}
