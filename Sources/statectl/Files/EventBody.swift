// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient
import StateModel

/// The body of an event, from the command line or from standard input.
enum EventBody {
    /// Returns the bytes of `text`, which must be one JSON object; `-` stands for standard input.
    static func read(_ text: String) throws(Failure) -> [UInt8] {
        let bytes = trimmed(text == "-" ? try standardInput() : Array(text.utf8))
        guard bytes.count <= Limits.eventBodyBytes else {
            let most = HealthReport.size(Limits.eventBodyBytes)
            throw Failure(
                .badValue,
                "the body is longer than \(most), the most that an event takes"
            )
        }
        guard let text = String(validating: bytes, as: UTF8.self),
            let object = StateClient.object(text)
        else {
            let example = #"'{"points":7}'"#
            throw Failure(.badValue, "the body is not a JSON object: write one like \(example)")
        }
        return object
    }

    /// Returns the bytes without surrounding white space, which is not part of the object.
    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        while let first = rest.first, isBlank(first) { rest.removeFirst() }
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return Array(rest)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }

    /// Returns all of standard input, or at least more than an event may hold.
    private static func standardInput() throws(Failure) -> [UInt8] {
        guard let bytes = DescriptorBytes.read(STDIN_FILENO, most: 2 * Limits.eventBodyBytes)
        else { throw Failure(file: "standard input", errno) }
        return bytes
    }
}
