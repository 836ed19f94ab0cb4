// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient
import SystemSupport
import Varlink

enum EventBody {
    /// Returns the bytes of `text`, or of standard input for `-`; throws a failure unless they are
    /// a JSON object.
    static func read(_ text: String) throws(Failure) -> [UInt8] {
        let written = text == "-" ? try standardInput() : Array(text.utf8)
        // White space around the object is not part of it.
        let bytes = written[...].trimmed { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard bytes.count <= Limits.eventBodyBytes else {
            let most = HealthReport.size(Limits.eventBodyBytes)
            throw Failure(
                .badValue,
                "the body is longer than \(most), the limit for an event"
            )
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw notObject }
        do throws(ObjectFault) {
            return try ObjectText.bytes(text, depth: Limits.eventBodyDepth)
        } catch {
            throw error.reason.map { Failure(.badValue, "body: \($0.visible)") } ?? notObject
        }
    }

    private static var notObject: Failure {
        let example = #"'{"points":7}'"#
        return Failure(.badValue, "the body is not a JSON object: write one like \(example)")
    }

    private static func standardInput() throws(Failure) -> [UInt8] {
        do throws(SystemError) {
            return try WholeFile.read(STDIN_FILENO, most: 2 * Limits.eventBodyBytes)
        } catch {
            throw Failure(file: "standard input", error.code)
        }
    }
}
