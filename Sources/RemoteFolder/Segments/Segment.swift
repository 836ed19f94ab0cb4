// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

/// Records of one device in one file, which is written once and never changed.
struct Segment {
    /// The runs that this segment's run replaces once all segments of that run are present; only
    /// the last segment of a pack lists them.
    var replaces: [UInt64] = []
    /// The records, numbered one after another within the run; the file name states the first
    /// number.
    var records: [SegmentRecord] = []
    /// The run and the first number according to the file's content, to detect a wrong file name;
    /// `nil` until the segment has a name.
    var place: Place?

    struct Place: Equatable {
        var run: UInt64
        var first: UInt64
    }

    private static let kind = "statedS1"

    init(_ records: [RemoteRecord], replaces: [UInt64] = []) {
        self.records = records.map { SegmentRecord(bytes: $0.bytes, content: $0) }
        self.replaces = replaces
    }

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
        guard let run = reader.number(), let first = reader.number() else { return nil }
        place = Place(run: run, first: first)
    }

    var bytes: [UInt8] {
        var writer = ChecksummedWriter(kind: Self.kind)
        writer.number(UInt64(replaces.count))
        for run in replaces { writer.number(run) }
        writer.number(UInt64(records.count))
        for record in records { writer.blob(record.bytes) }
        if let place {
            writer.number(place.run)
            writer.number(place.first)
        }
        return writer.sealed
    }
}

struct SegmentRecord {
    let bytes: [UInt8]
    /// The record; `nil` if this version of the program cannot read it.
    let content: RemoteRecord?
}

/// The name of a segment's file, which states the run and the numbers of the records.
///
/// A run is a series of records that a driver, or a packing, has written. Its number is random, so
/// that no name is used twice, even in a folder that was restored to an older state.
struct SegmentName: Equatable, Comparable {
    /// The range of valid numbers in a name; their successors do not overflow.
    ///
    /// Any program can create files. A file with a number out of range is not a segment.
    static let numbers = 0...(1 << 56)

    /// The generation, which rises with each run of a driver, up to the end of ``numbers``; a pack
    /// has that of the newest segment.
    var generation: Int
    var run: UInt64
    /// The number of the first record within the run, counted from 1.
    var first: Int
    var last: Int
    var isPacked: Bool
}

extension SegmentName {
    init?(_ file: String) {
        // No strings are created, because the folder is listed for each page, and may have
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

    /// The name of the file, for example `3-00c0ffee00c0ffee-1-12.seg`.
    var file: String {
        "\(generation)-\(Self.part(run: run, first: first))\(last).\(isPacked ? "pack" : "seg")"
    }

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
    /// Removes a number and the character `end` after it from the front.
    ///
    /// Returns `nil` if there is no such number, or it is too large.
    fileprivate mutating func number(_ radix: Int, before end: Unicode.Scalar) -> UInt64? {
        let digits = prefix { $0 != UInt8(ascii: end) }
        // UInt64 would also accept a sign, and capital letters.
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "F")
        guard digits.allSatisfy({ $0 >= UInt8(ascii: "0") && !capitals.contains($0) }) else {
            return nil
        }
        self = self[digits.endIndex...].dropFirst()
        return UInt64(Substring(digits), radix: radix)
    }
}
