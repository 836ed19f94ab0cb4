// SPDX-License-Identifier: Apache-2.0
import Varlink

/// The properties of the reader and the writer for any bytes of a JSON value, valid or not.
struct JSONCheck {
    private let bytes: [UInt8]

    /// Creates a check of the bytes.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the violated property, or `nil` if there is none.
    func failure() -> String? {
        let value = attempt(bytes) { (reader) throws(JSONError) in try reader.value() }
        let raw = attempt(bytes) { (reader) throws(JSONError) in try reader.raw() }
        let skipped = attempt(bytes) { (reader) throws(JSONError) in try reader.skip() }
        if let failure = disagreement(value.error, skipped.error, raw.error) { return failure }
        // At another offset within a word of eight bytes, the same bytes must give the same value.
        let padding = [UInt8](repeating: UInt8(ascii: " "), count: 1 + bytes.count % 7)
        let moved = attempt(padding + bytes) { (reader) throws(JSONError) in try reader.value() }
        guard moved.result == value.result else { return "white space before it changes the value" }
        guard let value = value.result, let raw = raw.result else { return nil }
        return roundTrip(value) ?? difference(of: raw)
    }

    private func disagreement(_ value: JSONError?, _ skip: JSONError?, _ raw: JSONError?) -> String?
    {
        for error in [value, skip, raw] {
            guard (error == nil) == (value == nil) else {
                return "value, skip and raw disagree: \(String(describing: [value, skip, raw]))"
            }
            if let error, !(0...bytes.count).contains(error.offset) {
                return "an error at byte \(error.offset)"
            }
        }
        return nil
    }

    /// Checks that a value is the same after it is written, read and written again.
    private func roundTrip(_ value: JSONValue) -> String? {
        let text = written(value)
        let again = attempt(text) { (reader) throws(JSONError) in try reader.value() }
        guard let result = again.result else {
            return "what is written is refused: \(String(describing: again.error))"
        }
        guard result == value, written(result) == text else { return "it does not read back equal" }
        return nil
    }

    /// Checks that the raw bytes are the input without surrounding white space.
    private func difference(of raw: [UInt8]) -> String? {
        let isSpace = { (byte: UInt8) in [0x20, 0x0A, 0x0D, 0x09].contains(byte) }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }),
            let last = bytes.lastIndex(where: { !isSpace($0) }),
            raw.elementsEqual(bytes[first...last])
        else { return "raw bytes differ from the input" }
        return nil
    }

    private func written(_ value: JSONValue) -> [UInt8] {
        var writer = JSONWriter(capacity: bytes.count)
        writer.value(value)
        return writer.bytes
    }

    private func attempt<Result>(
        _ bytes: [UInt8],
        _ read: (inout JSONReader) throws(JSONError) -> Result
    ) -> (result: Result?, error: JSONError?) {
        do throws(JSONError) {
            var reader = JSONReader(bytes)
            let result = try read(&reader)
            try reader.finish()
            return (result, nil)
        } catch {
            return (nil, error)
        }
    }
}
