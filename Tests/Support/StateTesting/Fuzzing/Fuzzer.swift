// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// The code that a fuzzed input is fed to.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// One value for ``JSONReader``.
    case json
    /// A stream of calls for ``ServerConnection``.
    case server
    /// A stream of replies for ``ClientConnection``.
    case client
    /// The text of an ``Interface``.
    case interface
}

/// An input for a target, with the check of its properties.
package struct FuzzInput: Sendable {
    /// The target of the input.
    package let target: FuzzTarget
    /// The bytes of the input.
    package let bytes: [UInt8]

    /// Creates an input.
    package init(target: FuzzTarget, bytes: [UInt8]) {
        self.target = target
        self.bytes = bytes
    }

    /// Returns the violated property, or `nil` if there is none.
    ///
    /// The result depends only on the target and the bytes, so they suffice to reproduce it.
    package func failure() -> String? {
        switch target {
        case .json: JSONCheck(bytes).failure()
        case .server: ServerCheck(bytes).failure()
        case .client: ClientCheck(bytes).failure()
        case .interface: InterfaceCheck(bytes).failure()
        }
    }
}

/// A generator of inputs from valid messages; the seed and its number determine each input.
package struct Fuzzer: Sendable {
    private let corpus: FuzzCorpus
    private let seed: UInt64

    /// Creates a fuzzer with messages of the interfaces that the texts define.
    package init(definitions: [String], seed: UInt64) throws(InterfaceError) {
        corpus = try FuzzCorpus(definitions, seed: seed)
        self.seed = seed
    }

    /// Returns the input with the given number.
    package func input(_ index: Int) -> FuzzInput {
        var random = FuzzRandom(seed: seed, index: index)
        switch random.below(20) {
        case 0:
            return FuzzInput(target: .interface, bytes: mutated(corpus.definitions, &random))
        case 1..<5:
            return FuzzInput(target: .server, bytes: stream(corpus.calls, &random))
        case 5..<8:
            return FuzzInput(target: .client, bytes: stream(corpus.replies, &random))
        case 8..<12:
            return FuzzInput(target: .json, bytes: mutated(corpus.replies, &random))
        default:
            return FuzzInput(target: .json, bytes: mutated(corpus.calls, &random))
        }
    }

    private func mutated(_ originals: [[UInt8]], _ random: inout FuzzRandom) -> [UInt8] {
        var mutations = FuzzMutations(random: random)
        defer { random = mutations.random }
        let original = mutations.random.pick(originals)
        return mutations.mutate(original, with: mutations.random.pick(originals))
    }

    /// Returns a few messages with their NULs, some of them valid.
    private func stream(_ originals: [[UInt8]], _ random: inout FuzzRandom) -> [UInt8] {
        var stream: [UInt8] = []
        for _ in 0...random.below(4) {
            stream += random.once(in: 2) ? random.pick(originals) : mutated(originals, &random)
            if !random.once(in: 20) { stream.append(0) }
        }
        return stream
    }
}

// MARK: - Replay

extension FuzzInput {
    /// The input as `TARGET:HEX`.
    package var replay: String {
        let digits = Array("0123456789abcdef")
        return "\(target.rawValue):"
            + String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    /// Creates the input of a ``replay``; `nil` if the text is not one.
    package init?(replay: String) {
        let parts = replay.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let target = FuzzTarget(rawValue: String(parts[0])) else {
            return nil
        }
        let digits = parts[1].compactMap(\.hexDigitValue)
        guard digits.count == parts[1].count, digits.count.isMultiple(of: 2) else { return nil }
        self.init(
            target: target,
            bytes: stride(from: 0, to: digits.count, by: 2).map {
                UInt8(digits[$0] << 4 | digits[$0 + 1])
            }
        )
    }
}
