// SPDX-License-Identifier: Apache-2.0
internal import Varlink

/// A parser that splits a JSON array, received in pieces, into its elements.
///
/// A phone may send its whole history in one request; only one element at a time is in memory.
package struct ArrayElements: Sendable {
    package struct Malformed: Error {}

    private enum Place { case before, between, within, after }

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
            case .within: continueElement(byte, &complete)
            case _ where [0x20, 0x09, 0x0A, 0x0D].contains(byte): break
            case .before where byte == UInt8(ascii: "["): place = .between
            case .between where byte == UInt8(ascii: "]"): place = .after
            case .between where byte == UInt8(ascii: ","): break
            case .between:
                place = .within
                continueElement(byte, &complete)
            case .before, .after: throw Malformed()
            }
        }
        return complete
    }

    private mutating func continueElement(_ byte: UInt8, _ complete: inout [[UInt8]]) {
        if isText {
            isText = isEscaped || byte != UInt8(ascii: "\"")
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        } else {
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            if depth < 0 || (depth == 0 && byte == UInt8(ascii: ",")) {
                complete.append(element)
                (element, place) = ([], depth < 0 ? .after : .between)
                depth = 0
                return
            }
        }
        if element.count <= Self.longest { element.append(byte) }
    }
}
