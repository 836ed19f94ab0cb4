// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The paths of files that a setting names, or that systemd passes as credentials
/// (systemd.exec(5)).
package enum CredentialPath {
    /// The prefix of a value that names a credential of systemd instead of a path.
    package static let prefix = "credential:"

    /// The directory of the credentials that systemd passes; `nil` if it passes none.
    package static var directory: String? {
        getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }
    }

    /// Returns the path that a value names in the directory; without a directory, the value.
    package static func resolve(_ value: String, in directory: String?) -> String {
        guard let directory, value.hasPrefix(prefix) else { return value }
        return "\(directory)/\(value.dropFirst(prefix.count))"
    }
}
