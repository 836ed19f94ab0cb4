internal import StateModel

/// Some records of one device, in one file that is written once and never changed.
struct Segment {
    /// The runs whose records it holds in their stead, as far as they are still needed.
    var replaces: [UInt64] = []
    /// The records, numbered within the run from the file's first number on.
    var records: [RemoteRecord] = []
    /// The place that its name says, so that one segment in another's place is no segment; `nil` in those
    /// of the first version.
    var place: Place?

    /// The run of a segment, and the number of its first record.
    struct Place: Equatable {
        /// The run.
        var run: UInt64
        /// The number of the first record.
        var first: Int
    }

    private static let kind = "statedS1"

    /// A segment of those records.
    init(_ records: [RemoteRecord], replaces: [UInt64] = []) {
        self.records = records
        self.replaces = replaces
    }

    /// The segment of a file's bytes; nil: they are damaged, or not all there.
    init?(bytes: [UInt8]) {
        guard var reader = ParcelReader(bytes, kind: Self.kind), let runs = reader.number() else {
            return nil
        }
        for _ in 0..<runs {
            guard let run = reader.number() else { return nil }
            replaces.append(run)
        }
        guard let count = reader.number() else { return nil }
        for _ in 0..<count {
            guard let blob = reader.blob(), let record = RemoteRecord(bytes: blob) else {
                return nil
            }
            records.append(record)
        }
        if let run = reader.number(), let first = reader.number() {
            place = Place(run: run, first: Int(truncatingIfNeeded: first))
        }
    }

    /// The bytes of its file.
    var bytes: [UInt8] {
        var writer = ParcelWriter(kind: Self.kind)
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

/// A segment's name: which run of its device it belongs to, and which of its records it holds.
///
/// A run is what one driver wrote, or what one compaction left; its number is random, so that no
/// name is used twice even in a folder that went back to an older state.
struct SegmentName: Equatable, Comparable {
    /// Rises with every run of the device.
    var generation: Int
    /// Names the run.
    var run: UInt64
    /// The number of its first record within the run, from 1.
    var first: Int
    /// The number of its last record within the run.
    var last: Int
    /// Whether a compaction made it.
    var isPacked: Bool

    /// The name of a segment.
    init(generation: Int, run: UInt64, first: Int, last: Int, isPacked: Bool) {
        self.generation = generation
        self.run = run
        self.first = first
        self.last = last
        self.isPacked = isPacked
    }

    /// The segment of that file; nil: the file is something else.
    init?(_ file: String) {
        // A folder is listed for every page, and may hold thousands of files.
        var rest = file.utf8[...]
        guard let generation = rest.number(10, before: "-"), let run = rest.number(16, before: "-"),
            let first = rest.number(10, before: "-"), let last = rest.number(10, before: "."),
            first > 0, first <= last, let generation = Int(exactly: generation),
            let first = Int(exactly: first), let last = Int(exactly: last)
        else { return nil }
        let isPacked = rest.elementsEqual("pack".utf8)
        guard isPacked || rest.elementsEqual("seg".utf8) else { return nil }
        self.init(generation: generation, run: run, first: first, last: last, isPacked: isPacked)
    }

    /// Its file: `3-00c0ffee00c0ffee-1-12.seg`.
    var file: String {
        let digits = String(run, radix: 16)
        let name = String(repeating: "0", count: 16 - digits.count) + digits
        return "\(generation)-\(name)-\(first)-\(last).\(isPacked ? "pack" : "seg")"
    }

    static func < (one: SegmentName, other: SegmentName) -> Bool {
        (one.generation, one.run, one.first, -one.last)
            < (other.generation, other.run, other.first, -other.last)
    }
}

extension Substring.UTF8View {
    /// Takes a number off the front, and the character behind it; `nil` if there is none, or it is too large.
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
