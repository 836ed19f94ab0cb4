// SPDX-License-Identifier: Apache-2.0

/// Sizes written as a number of bytes with a unit, such as `2GiB`.
package enum SizeText {
    private static let units = [
        ("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1),
    ]

    /// Parses a size and returns the number of bytes; `nil` for any other text.
    package static func parse(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count)
        guard let number = Int(digits), let size = units.first(where: { $0.0 == unit })?.1
        else { return nil }
        let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: size)
        return isTooLarge ? nil : bytes
    }

    /// Returns the text with the largest unit that needs no fraction.
    package static func format(_ bytes: Int) -> String {
        for (name, size) in units where bytes % size == 0 && (bytes > 0 || size == 1) {
            return "\(bytes / size)\(name)"
        }
        return "\(bytes)B"
    }
}
