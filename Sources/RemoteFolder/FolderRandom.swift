// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The source of random numbers for names: the system's, or a test's.
struct FolderRandom {
    private var generator: any RandomNumberGenerator & Sendable

    /// Creates a source with that generator.
    init(_ generator: any RandomNumberGenerator & Sendable) {
        self.generator = generator
    }

    /// Returns the next number.
    mutating func next() -> UInt64 { generator.next() }

    /// Returns 32 hexadecimal digits.
    mutating func name() -> String {
        next().hexadecimal + next().hexadecimal
    }
}
