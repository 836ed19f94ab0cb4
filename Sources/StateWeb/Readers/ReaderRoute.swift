// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A request of an e-reader, recognised by its path; the paths are those of KOReader's sync server.
package enum ReaderRoute: Equatable, Sendable {
    case health, registration, signIn, upload
    case progress(document: String)

    /// Returns the route of a path, which may have a prefix that ends with `kosync`; `nil` if
    /// e-readers do not use the path.
    package static func of(_ path: [String]) -> ReaderRoute? {
        let rest = path.firstIndex(of: "kosync").map { Array(path[($0 + 1)...]) } ?? path
        switch (rest.first, rest.dropFirst().first, rest.count) {
        case ("healthcheck", _, 1): return .health
        case ("users", "create", 2): return .registration
        case ("users", "auth", 2): return .signIn
        case ("syncs", "progress", 2): return .upload
        case ("syncs", "progress", 3):
            return PercentEscapes.decoded(rest[2][...]).map { .progress(document: $0) }
        default: return nil
        }
    }
}

/// An error in the form of the e-readers' protocol; the e-reader shows its message to the user.
package struct ReaderFault: Error, Equatable, Sendable {
    package let status: Int
    package let code: Int
    package let message: String

    static let wrongPassword = ReaderFault(
        status: 401,
        code: 2001,
        message: "Wrong user or password. Create a user with: statectl web client add NAME"
    )
    static let unreadable = ReaderFault(status: 503, code: 2000, message: SignIn.unreadable)
    static let noRegistration = ReaderFault(
        status: 402,
        code: 2005,
        message:
            "Create the user on the server's computer with: statectl web client add NAME. "
            + "Then log in here."
    )
    static let noDocument = ReaderFault(
        status: 403,
        code: 2004,
        message: "Field 'document' not provided."
    )
    static let invalid = ReaderFault(status: 403, code: 2003, message: "Invalid request")
}
