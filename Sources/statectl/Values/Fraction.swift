// SPDX-License-Identifier: Apache-2.0

/// A fraction of an item, from 0 to 1.
struct Fraction: TextValue {
    let value: Double

    /// Parses a fraction such as `0.41` or `41%`.
    init(text: String) throws(BadValue) {
        let isPercent = text.hasSuffix("%")
        let number = Decimal.parse(isPercent ? text.dropLast() : text[...])
        guard let number, number <= (isPercent ? 100 : 1) else {
            throw BadValue(text, expected: "a fraction: write 0.41 or 41%")
        }
        value = isPercent ? number / 100 : number
    }
}
