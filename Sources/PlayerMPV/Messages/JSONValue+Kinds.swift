// SPDX-License-Identifier: Apache-2.0
internal import Varlink

extension JSONValue {
    /// The value as a number, from an integer or a floating-point value.
    var number: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    /// The value as an integer.
    var integer: Int? { if case .int(let number) = self { number } else { nil } }

    /// The value as a string.
    var text: String? { if case .string(let text) = self { text } else { nil } }
}
