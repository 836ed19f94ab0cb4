// SPDX-License-Identifier: Apache-2.0

/// A word that is searched for in one pass over the bytes of a text (Knuth, Morris, Pratt).
///
/// The word and the text are in the form of ``SearchText``.
package struct SearchWord: Sendable {
    private let bytes: [UInt8]
    /// For each prefix of the word, the length of its longest proper prefix that is also a suffix.
    private var shorter: [Int] = []

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var length = 0
        for (index, byte) in bytes.enumerated() {
            if index > 0 { length = next(length, byte) }
            shorter.append(length)
        }
    }

    package func isIn(_ text: [UInt8]) -> Bool {
        guard !bytes.isEmpty else { return true }
        var length = 0
        for byte in text {
            length = next(length, byte)
            if length == bytes.count { return true }
        }
        return false
    }

    /// Returns the length of the matched prefix after `byte`, if `length` bytes matched before it.
    private func next(_ length: Int, _ byte: UInt8) -> Int {
        var length = length
        while length > 0, bytes[length] != byte { length = shorter[length - 1] }
        return bytes[length] == byte ? length + 1 : 0
    }
}
