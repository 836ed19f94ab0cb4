// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The paths of files in settings, or of systemd credentials (systemd.exec(5)).
package enum CredentialPath {
    /// The prefix of a systemd credential's name.
    package static let prefix = "credential:"

    /// The directory of systemd credentials; `nil` if there is none.
    package static var directory: String? {
        getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }
    }

    /// Returns the path of a value in the directory; without a directory, the value itself.
    package static func resolve(_ value: String, in directory: String?) -> String {
        guard let directory, value.hasPrefix(prefix) else { return value }
        return "\(directory)/\(value.dropFirst(prefix.count))"
    }
}
