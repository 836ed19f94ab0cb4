// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The source of random numbers for names, which is the system's or a test's.
struct FolderRandom {
    private var generator: any RandomNumberGenerator & Sendable

    /// Creates a source from a generator.
    init(_ generator: any RandomNumberGenerator & Sendable) {
        self.generator = generator
    }

    /// Returns the next number.
    mutating func next() -> UInt64 { generator.next() }

    /// Returns a random name of 32 hexadecimal digits.
    mutating func name() -> String {
        next().hexadecimal + next().hexadecimal
    }
}
