// SPDX-License-Identifier: Apache-2.0

package enum BusAddress: Sendable, Hashable {
    /// The system bus, whose address the environment variable `DBUS_SYSTEM_BUS_ADDRESS` can
    /// override.
    case system
    /// The session bus, whose address the environment variable `DBUS_SESSION_BUS_ADDRESS` can
    /// override.
    case session
    /// A bus with an address in D-Bus syntax, such as `unix:path=/run/bus`.
    case at(String)
}
