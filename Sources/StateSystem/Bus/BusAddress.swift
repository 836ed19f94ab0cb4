/// Which bus.
package enum BusAddress: Sendable, Hashable {
    /// The machine's; `DBUS_SYSTEM_BUS_ADDRESS` overrides where it is.
    case system
    /// The user's; `DBUS_SESSION_BUS_ADDRESS` overrides where it is.
    case session
    /// The one at an address as the D-Bus specification writes it: `unix:path=/run/bus`.
    case at(String)
}
