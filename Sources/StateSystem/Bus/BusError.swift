// SPDX-License-Identifier: Apache-2.0
package import SystemSupport

/// A failure of a message bus or of a request to it.
package enum BusError: Error, Equatable, Sendable {
    /// The connection to the bus could not be made or was lost.
    case lost(SystemError)
    /// The peer or the bus has replied with an error.
    case refused(name: String, reason: String)
    /// The request cannot be encoded as a message, for the given reason.
    case invalid(String)
    /// Signals have arrived faster than they were read.
    case overrun
    /// The caller has cancelled the request.
    case cancelled

    /// The name of the error for a name that no peer owns.
    package static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
}

extension BusError: CustomStringConvertible {
    /// The description for the user.
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
