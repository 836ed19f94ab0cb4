// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The random numbers in the names of folders and runs.
struct FolderRandom {
    private var generator: any RandomNumberGenerator & Sendable

    init(_ generator: any RandomNumberGenerator & Sendable) {
        self.generator = generator
    }

    mutating func next() -> UInt64 { generator.next() }

    mutating func name() -> String {
        next().hexadecimal + next().hexadecimal
    }
}
