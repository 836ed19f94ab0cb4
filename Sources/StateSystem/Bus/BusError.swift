// SPDX-License-Identifier: Apache-2.0
package import SystemSupport

package enum BusError: Error, Equatable, Sendable {
    /// The connection to the bus could not be made or was lost.
    case lost(SystemError)
    /// The peer or the bus replied with an error, or the timeout passed.
    case refused(name: String, reason: String)
    /// The request cannot be encoded as a message.
    case invalid(String)
    case overrun
    /// The calling task was cancelled, or the connection was closed.
    case cancelled

    package static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
}

extension BusError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .lost(let error): "\(error)"
        case .refused(let name, let reason): reason.isEmpty ? name : "\(reason) (\(name))"
        case .invalid(let reason): reason
        case .overrun: "signals were lost, because they arrived faster than they were read"
        case .cancelled: "cancelled"
        }
    }
}
