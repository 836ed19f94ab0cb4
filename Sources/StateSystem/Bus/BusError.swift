/// Why something on a bus did not come about.
package enum BusError: Error, Equatable, Sendable {
    /// There is no bus, or the connection to it is gone.
    case lost(SystemError)
    /// The peer, or the bus in its place, answered with an error.
    case refused(name: String, why: String)
    /// It cannot be said on a bus; this is why.
    case invalid(String)
    /// More signals came than were looked at, so that some would have been lost.
    case overrun
    /// Whoever asked is no longer interested.
    case cancelled

    /// Nobody has the name that was called or asked about.
    package static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
}

extension BusError: CustomStringConvertible {
    /// For people.
    package var description: String {
        switch self {
        case .lost(let error): "\(error)"
        case .refused(let name, let why): why.isEmpty ? name : "\(why) (\(name))"
        case .invalid(let why): why
        case .overrun: "more signals came than were looked at"
        case .cancelled: "cancelled"
        }
    }
}
