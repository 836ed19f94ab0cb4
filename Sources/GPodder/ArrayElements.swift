// SPDX-License-Identifier: Apache-2.0
internal import Varlink

/// A parser that splits a JSON array, received in pieces, into its elements.
///
/// A phone may send its whole history in one request; only one element at a time is in memory.
package struct ArrayElements: Sendable {
    /// The text is not a JSON array.
    package struct Malformed: Error {
        package init() {}
    }

    /// The position in the array: `first` and `next` are before an element, and `first` also before
    /// the end of an empty array; `separator` is after the bracket or the quotation mark that ends
    /// an element.
    private enum Place { case before, first, next, within, separator, after }

    /// The maximum length of an element, in bytes; the rest of a longer element is dropped.
    private static let longest = 64 << 10

    private var place = Place.before
    private var element: [UInt8] = []
    private var depth = 0
    private var isText = false
    private var isEscaped = false

    package init() {}

    package var isComplete: Bool { place == .after }

    /// Returns the actions that the next bytes complete; elements that are not actions are skipped.
    package mutating func actions(in bytes: [UInt8]) throws(Malformed) -> [EpisodeAction] {
        try add(bytes).compactMap { JSONValue.parse($0).flatMap(EpisodeAction.init) }
    }

    mutating func add(_ bytes: [UInt8]) throws(Malformed) -> [[UInt8]] {
        var complete: [[UInt8]] = []
        for byte in bytes {
            switch place {
            case .within: try continueElement(byte, &complete)
            case _ where [0x20, 0x09, 0x0A, 0x0D].contains(byte): break
            case .before where byte == UInt8(ascii: "["): place = .first
            case .first where byte == UInt8(ascii: "]"): place = .after
            case .first, .next:
                place = .within
                try continueElement(byte, &complete)
            case .separator: try separate(byte)
            case .before, .after: throw Malformed()
            }
        }
        return complete
    }

    private mutating func continueElement(
        _ byte: UInt8,
        _ complete: inout [[UInt8]]
    ) throws(Malformed) {
        if isText {
            isText = isEscaped || byte != UInt8(ascii: "\"")
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            append(byte)
            if !isText, depth == 0 { try finish(&complete) }
            return
        }
        switch byte {
        case UInt8(ascii: "]") where depth == 0, UInt8(ascii: ",") where depth == 0:
            try finish(&complete)
            return try separate(byte)
        case UInt8(ascii: "\""): isText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        guard depth >= 0 else { throw Malformed() }
        append(byte)
        if depth == 0, byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
            try finish(&complete)
        }
    }

    private mutating func append(_ byte: UInt8) {
        if element.count <= Self.longest { element.append(byte) }
    }

    private mutating func separate(_ byte: UInt8) throws(Malformed) {
        switch byte {
        case UInt8(ascii: ","): place = .next
        case UInt8(ascii: "]"): place = .after
        default: throw Malformed()
        }
    }

    private mutating func finish(_ complete: inout [[UInt8]]) throws(Malformed) {
        guard Self.isWhole(element) else { throw Malformed() }
        complete.append(element)
        (element, place) = ([], .separator)
    }

    /// Returns true if an element may be skipped if it is not an action: JSON, or an object that a
    /// program wrote with numbers such as `NaN`, as Python does.
    private static func isWhole(_ element: [UInt8]) -> Bool {
        guard element.count <= longest else { return true }
        switch (element.first, element.last) {
        case (UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "["), UInt8(ascii: "]")),
            (UInt8(ascii: "\""), UInt8(ascii: "\"")):
            return true
        default: return JSONValue.parse(element) != nil
        }
    }
}
