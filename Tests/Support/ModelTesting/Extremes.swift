// SPDX-License-Identifier: Apache-2.0

/// The numbers at which arithmetic goes wrong, for tables of everything that reads numbers.
public enum Extremes {
    /// Whole numbers: around 0, the ends of exact doubles, of calendars, of the ranges for times,
    /// counts and order keys, of units, and of 32 and 64 bits.
    public static let integers: [Int] = {
        let ends = [
            1 << 31, 1 << 32, 1 << 53, 1 << 56, 1 << 60, 1 << 62, .max / 1_000,
            8_640_000_000_000_000, 253_402_300_800_000,
        ]
        let around = ends.flatMap { [$0 - 1, $0, $0 + 1] }
        return [0, 1, .max - 1, .max, .min, .min + 1, -1, -62_135_596_800_001] + around
            + around.map { -$0 }
    }()

    /// Doubles: around 0, the ends of exact integers and of the type, and what is no number.
    public static let doubles: [Double] = [
        0, -0.0, .leastNonzeroMagnitude, 1, -1, 0x1p53, 0x1p63, .greatestFiniteMagnitude,
        -.greatestFiniteMagnitude, .infinity, -.infinity, .nan,
    ]
}
