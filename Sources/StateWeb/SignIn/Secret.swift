// SPDX-License-Identifier: Apache-2.0
internal import CCrypt
package import SystemSupport

/// A client's secret, which is stored only as a hash.
package struct Secret: Sendable {
    /// The letters of codes; letters that look alike are omitted.
    private static let letters = Array("ABCDEFGHJKMNPQRSTUVWXYZ23456789")
    private static let lettersOfTokens = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    )

    package let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Generates a code for a single sign-in: eight letters, 39 bits.
    package static func code() -> Secret {
        Secret(random(8, of: letters))
    }

    /// Generates a token for a browser: 43 letters, 258 bits.
    static func token() -> Secret {
        Secret(random(43, of: lettersOfTokens))
    }

    /// Parses a typed code, in upper or lower case, with or without the dash; `nil` if it is
    /// invalid.
    package init?(typed text: String) {
        let plain = text.uppercased().filter { $0 != "-" && !$0.isWhitespace }
        guard plain.count == 8, plain.allSatisfy({ Self.letters.contains($0) }) else { return nil }
        self.text = plain
    }

    package var grouped: String { text.prefix(4) + "-" + text.dropFirst(4) }

    /// Returns a salted hash of the secret.
    package func hash() throws(SystemError) -> String {
        var bytes = [CChar](repeating: 0, count: Int(CCRYPT_SIZE))
        let code = ccrypt_hash(text, &bytes)
        guard code == 0 else { throw SystemError("hash a secret", code: code) }
        return String(
            decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }

    package func matches(_ hash: String) -> Bool { ccrypt_matches(text, hash) == 1 }

    /// Returns random letters, from the random numbers of the kernel.
    static func random(_ count: Int, of letters: [Character]) -> String {
        String((0..<count).compactMap { _ in letters.randomElement() })
    }
}
