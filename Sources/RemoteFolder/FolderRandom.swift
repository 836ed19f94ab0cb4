// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The generator of the random numbers in names.
struct FolderRandom {
    private var generator: any RandomNumberGenerator & Sendable

    init(_ generator: any RandomNumberGenerator & Sendable) {
        self.generator = generator
    }

    mutating func next() -> UInt64 { generator.next() }

    /// Returns a random name that consists of 32 hexadecimal digits.
    mutating func name() -> String {
        next().hexadecimal + next().hexadecimal
    }
}
