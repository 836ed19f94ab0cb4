// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A message bus of the test's own.
package final class PrivateBus: Sendable {
    /// The address, in the notation of the D-Bus specification.
    package let address: String
    private let directory: TemporaryDirectory
    private let daemon: Child

    /// Starts a bus and waits until it accepts connections.
    ///
    /// - Parameter place: a bus that has ended, whose address is reused; `nil` for a new address.
    /// - Throws: ``SystemError`` if there is no dbus-daemon.
    package init(inPlaceOf place: PrivateBus? = nil) throws {
        directory = try place?.directory ?? TemporaryDirectory()
        address = "unix:path=\(directory.file("bus"))"
        // Players that do not run as root connect as another user.
        chmod(directory.path, 0o711)
        let configuration = directory.file("bus.conf")
        try DaemonFiles.write(Array(Self.configuration(address).utf8), to: configuration)
        let said = try TestPipe()
        daemon = try Child(
            "/usr/bin/dbus-daemon",
            ["--config-file=\(configuration)", "--nofork", "--nopidfile", "--print-address=1"],
            environment: [:],
            output: said.input
        )
        // The bus prints its address once it listens.
        _ = try said.line()
    }

    deinit {
        end()
    }

    /// Kills the bus, which disconnects all clients.
    package func end() {
        daemon.signal(SIGKILL)
        _ = daemon.wait()
    }

    /// Starts a mock that owns the name and has one object.
    ///
    /// Its interface org.freedesktop.DBus.Mock controls it. The caller has to wait until the name
    /// has an owner.
    package func mock(_ name: String, _ path: String, _ interface: String) throws -> Child {
        try Child(
            "/usr/bin/python3",
            ["-m", "dbusmock", "--session", "--logfile", "/dev/null", name, path, interface],
            environment: ["DBUS_SESSION_BUS_ADDRESS": address, "PATH": "/usr/bin:/bin"]
        )
    }

    /// Returns a configuration that allows everything: the protocol is tested, not the bus.
    private static func configuration(_ address: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>\(address)</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow user="*"/>
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """
    }
}
