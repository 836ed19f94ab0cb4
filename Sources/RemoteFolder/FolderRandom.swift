// SPDX-License-Identifier: Apache-2.0
internal import StateModel

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
