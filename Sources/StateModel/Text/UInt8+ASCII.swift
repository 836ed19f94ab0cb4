// SPDX-License-Identifier: Apache-2.0

extension UInt8 {
    /// True for the letters A to Z and a to z, and for digits.
    package var isLetterOrDigit: Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
            || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
    }
}
