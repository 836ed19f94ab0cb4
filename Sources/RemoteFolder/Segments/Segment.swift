// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

/// Some records of one device in one file, which is written once and never changed.
struct Segment {
    /// The runs that this segment replaces; their records that are still needed are in it.
    var replaces: [UInt64] = []
    /// The records, numbered consecutively within the run from the file's first number.
    var records: [SegmentRecord] = []
    /// The run and the first number as stated in the file's name, which reveal a segment under a
    /// wrong name.
    ///
    /// `nil` in segments of the first program version.
    var place: Place?

    /// The run of a segment, and the number of its first record.
    struct Place: Equatable {
        var run: UInt64
        /// The number of the first record.
        var first: Int
    }

    private static let kind = "statedS1"

    /// Creates a segment of the given records.
    init(_ records: [RemoteRecord], replaces: [UInt64] = []) {
        self.records = records.map { SegmentRecord(bytes: $0.bytes, content: $0) }
        self.replaces = replaces
    }

    /// Parses the bytes of a file; `nil` if they are damaged or incomplete.
    init?(bytes: [UInt8]) {
        guard var reader = ChecksummedReader(bytes, kind: Self.kind), let runs = reader.number()
        else {
            return nil
        }
        for _ in 0..<runs {
            guard let run = reader.number() else { return nil }
            replaces.append(run)
        }
        guard let count = reader.number() else { return nil }
        for _ in 0..<count {
            guard let blob = reader.blob() else { return nil }
            records.append(SegmentRecord(bytes: blob, content: RemoteRecord(bytes: blob)))
        }
        if let run = reader.number(), let first = reader.number() {
            place = Place(run: run, first: Int(truncatingIfNeeded: first))
        }
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        var writer = ChecksummedWriter(kind: Self.kind)
        writer.number(UInt64(replaces.count))
        for run in replaces { writer.number(run) }
        writer.number(UInt64(records.count))
        for record in records { writer.blob(record.bytes) }
        if let place {
            writer.number(place.run)
            writer.number(UInt64(place.first))
        }
        return writer.sealed
    }
}

struct SegmentRecord {
    /// The record's bytes, as its writer wrote them.
    let bytes: [UInt8]
    /// The record; `nil` if this program version cannot read it.
    let content: RemoteRecord?
}

/// The name of a segment, which states the device's run and the records it contains.
///
/// A run is the output of one driver or of one packing. Its number is random, so that no name is
/// used twice, even in a folder that was reset to an older state.
struct SegmentName: Equatable, Comparable {
    /// The range of valid numbers in a name, which leaves headroom for later ones.
    ///
    /// Any program may create names; a number out of range belongs to no segment.
    static let numbers = 0...(1 << 56)

    /// The generation, which rises with each run of the device, up to the last of ``numbers``.
    var generation: Int
    /// The number of the run.
    var run: UInt64
    /// The number of the segment's first record within the run, from 1.
    var first: Int
    /// The number of the segment's last record within the run.
    var last: Int
    /// True if packing made the segment.
    var isPacked: Bool

    /// Creates a name from its members.
    init(generation: Int, run: UInt64, first: Int, last: Int, isPacked: Bool) {
        self.generation = generation
        self.run = run
        self.first = first
        self.last = last
        self.isPacked = isPacked
    }

    /// Parses the name of a file; `nil` if the file is not a segment.
    init?(_ file: String) {
        // Parses without creating strings, because the folder is listed for every page and may have
        // thousands of files.
        var rest = file.utf8[...]
        guard let generation = rest.number(10, before: "-"), let run = rest.number(16, before: "-"),
            let first = rest.number(10, before: "-"), let last = rest.number(10, before: "."),
            first > 0, first <= last, let generation = Int(exactly: generation),
            let first = Int(exactly: first), let last = Int(exactly: last),
            Self.numbers.contains(generation), Self.numbers.contains(last)
        else { return nil }
        let isPacked = rest.elementsEqual("pack".utf8)
        guard isPacked || rest.elementsEqual("seg".utf8) else { return nil }
        self.init(generation: generation, run: run, first: first, last: last, isPacked: isPacked)
    }

    /// The file's name, for example `3-00c0ffee00c0ffee-1-12.seg`.
    var file: String {
        "\(generation)-\(Self.part(run: run, first: first))\(last).\(isPacked ? "pack" : "seg")"
    }

    /// Returns the part of a file name that states the run and the first record.
    static func part(run: UInt64, first: Int) -> String {
        "\(run.hexadecimal)-\(first)-"
    }

    /// Returns true if `one` is read before `other`.
    static func < (one: SegmentName, other: SegmentName) -> Bool {
        (one.generation, one.run, one.first, -one.last)
            < (other.generation, other.run, other.first, -other.last)
    }
}

extension Substring.UTF8View {
    /// Removes a number and the character after it from the front.
    ///
    /// Returns `nil` if there is no number, or if it is too large.
    fileprivate mutating func number(_ radix: UInt64, before end: Unicode.Scalar) -> UInt64? {
        var value: UInt64 = 0
        var count = 0
        while let byte = popFirst() {
            if byte == UInt8(ascii: end) { return count > 0 ? value : nil }
            let digit: UInt64
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digit = UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"):
                digit = UInt64(byte - UInt8(ascii: "a")) + 10
            default: return nil
            }
            guard digit < radix else { return nil }
            let (shifted, isTooLarge) = value.multipliedReportingOverflow(by: radix)
            let (sum, isOver) = shifted.addingReportingOverflow(digit)
            guard !isTooLarge, !isOver else { return nil }
            value = sum
            count += 1
        }
        return nil
    }
}
