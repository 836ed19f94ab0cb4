// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A password that the server generates for one podcast client or e-reader: 16 letters, 80 bits.
///
/// Since the password cannot be guessed, a single fast hash is sufficient. The cookie is derived
/// from the password, so no list of sessions is needed.
package struct AppPassword: Sendable {
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz234567")

    private let text: String

    /// Generates a password.
    package init() {
        text = Secret.random(16, of: Self.letters)
    }

    /// Parses a typed password, in upper or lower case, with or without dashes.
    init(typed text: String) {
        self.text = text.lowercased().filter { $0 != "-" && !$0.isWhitespace }
    }

    /// The password as displayed: four groups of four letters.
    package var grouped: String {
        stride(from: 0, to: text.count, by: 4).map { text.dropFirst($0).prefix(4) }
            .joined(separator: "-")
    }

    var cookie: String { SHA256.hexadecimal(of: "cookie " + text) }

    var hash: String { SHA256.hexadecimal(of: text) }
    /// The stored hashes of the keys that e-readers derive from the password, typed with or without
    /// dashes.
    ///
    /// The key is the MD5 of the typed text; it is therefore as secret as the password itself.
    var readerHashes: [String] {
        [text, grouped].map { Self.hash(ofKey: MD5.hexadecimal(of: $0.utf8)) }
    }
    var cookieHash: String { Self.hash(ofCookie: cookie) }

    static func hash(ofKey key: String) -> String { SHA256.hexadecimal(of: "reader " + key) }

    static func hash(ofCookie token: String) -> String { SHA256.hexadecimal(of: token) }
}

extension SignInRecord {
    package struct Client: Equatable, Sendable {
        package var name: String
        package var hash: String
        package var cookieHash: String
        package var readerHashes: [String]
        /// The program that last used the password, as described by itself.
        package var program: String
        package var createdAt: Int
        /// The time of the last request, as last stored; 0 before the first.
        package var lastSeenAt: Int

        /// The identity, which depends on the password, so that a later client with this name does
        /// not own the actions of this one.
        package var id: String { "\(name)~\(cookieHash.prefix(8))" }

        package init(_ name: String, _ password: AppPassword, program: String = "", at now: Int) {
            (self.name, self.program, createdAt, lastSeenAt) = (name, program, now, 0)
            (hash, cookieHash) = (password.hash, password.cookieHash)
            readerHashes = password.readerHashes
        }

        /// Returns true if the name can be typed in every client.
        package static func isName(_ text: String) -> Bool {
            (1...32).contains(text.utf8.count)
                && text.utf8.allSatisfy { byte in
                    "abcdefghijklmnopqrstuvwxyz0123456789._-".utf8.contains(byte)
                }
        }
    }

    private static let maximumClients = 100

    package mutating func add(_ client: Client) -> Bool {
        guard clients.count < Self.maximumClients,
            !clients.contains(where: { $0.name == client.name })
        else { return false }
        clients.append(client)
        return true
    }

    package mutating func endClient(_ name: String) -> Bool {
        let count = clients.count
        clients.removeAll { $0.name == name }
        return clients.count < count
    }

    /// Returns an unused name that begins with the first word of a program's description.
    func freeName(for program: String) -> String {
        let word = program.lowercased().prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let base = word.isEmpty ? "client" : String(word.prefix(24))
        let names = [base] + (2...Self.maximumClients + 1).map { "\(base)-\($0)" }
        return names.first { name in !clients.contains { $0.name == name } } ?? base
    }
}
