// SPDX-License-Identifier: Apache-2.0
package import SystemSupport

/// A failure on a message bus.
package enum BusError: Error, Equatable, Sendable {
    /// The bus does not exist, or the connection to it was lost.
    case lost(SystemError)
    /// The peer or the bus replied with an error.
    case refused(name: String, reason: String)
    /// The request cannot be sent as a message, for the given reason.
    case invalid(String)
    /// More signals arrived than were read.
    case overrun
    /// The caller has cancelled the request.
    case cancelled

    /// The error name for a name without an owner.
    package static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
}

extension BusError: CustomStringConvertible {
    /// A description for error messages.
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
