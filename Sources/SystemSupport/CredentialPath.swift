// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The resolution of paths in settings, which may name systemd credentials (systemd.exec(5)).
package enum CredentialPath {
    /// The prefix of a setting that names a systemd credential.
    package static let prefix = "credential:"

    /// The directory of this service's systemd credentials; `nil` if there is none.
    package static var directory: String? {
        getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }
    }

    /// Returns the path of the credential that a setting names; without a directory, and for any
    /// other value, the value itself.
    package static func resolve(_ value: String, in directory: String?) -> String {
        guard let directory, value.hasPrefix(prefix) else { return value }
        return "\(directory)/\(value.dropFirst(prefix.count))"
    }
}
