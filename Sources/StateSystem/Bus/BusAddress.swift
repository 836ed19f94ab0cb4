// SPDX-License-Identifier: Apache-2.0

/// The address of a message bus.
package enum BusAddress: Sendable, Hashable {
    /// The system bus; the environment variable `DBUS_SYSTEM_BUS_ADDRESS` overrides its address.
    case system
    /// The session bus; the environment variable `DBUS_SESSION_BUS_ADDRESS` overrides its address.
    case session
    /// The bus at an address in the syntax of the D-Bus specification, such as
    /// `unix:path=/run/bus`.
    case at(String)
}
