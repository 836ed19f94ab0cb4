// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc
internal import StateModel

package enum Machine {
    package static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        return name.isEmpty ? "localhost" : name
    }

    /// A hash that identifies the machine, in 32 hexadecimal digits; `nil` if it is unknown.
    ///
    /// It is an HMAC of /etc/machine-id, because that ID must not leave the machine
    /// (machine-id(5)). A cloned disk image has the same hash until its machine ID is replaced.
    package static var identity: String? {
        // The application ID 6c1f8b52-95c4-4e43-a0a5-9f1f2f0a7d11 was chosen at random for this
        // program.
        let application = sd_id128(
            bytes: (
                0x6c, 0x1f, 0x8b, 0x52, 0x95, 0xc4, 0x4e, 0x43,
                0xa0, 0xa5, 0x9f, 0x1f, 0x2f, 0x0a, 0x7d, 0x11
            )
        )
        var result = sd_id128_t()
        guard sd_id128_get_machine_app_specific(application, &result) == 0 else { return nil }
        return withUnsafeBytes(of: result) { $0.map(\.hexadecimal).joined() }
    }

    /// The environment variables; if a variable is set twice, the first value is used.
    package static var environment: [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, variables[String(parts[0])] == nil {
                variables[String(parts[0])] = String(parts[1])
            }
            next += 1
        }
        return variables
    }

    package static var userID: UInt32 { getuid() }
}
