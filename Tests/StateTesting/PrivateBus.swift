internal import Glibc

/// A message bus of a test's own.
package final class PrivateBus: Sendable {
    /// Where it is, as the D-Bus specification writes it.
    package let address: String
    private let directory: TemporaryDirectory
    private let daemon: Child

    /// Starts a bus; it takes connections when this returns.
    ///
    /// - Parameter place: a bus that has ended, whose address it takes; nil: it gets its own.
    /// - Throws: ``ClientSocket/Failure`` where there is no dbus-daemon.
    package init(inPlaceOf place: PrivateBus? = nil) throws {
        directory = try place?.directory ?? TemporaryDirectory()
        address = "unix:path=\(directory.file("bus"))"
        // Players that do not run as root come as somebody else.
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
        // It says where it listens once it does.
        _ = try said.line()
    }

    deinit {
        end()
    }

    /// Takes it away from everybody who is connected.
    package func end() {
        daemon.signal(SIGKILL)
        _ = daemon.wait()
    }

    /// A mock of the name's owner with one object, which does what its interface
    /// org.freedesktop.DBus.Mock is told to.
    ///
    /// Whoever needs it waits until the name has an owner.
    package func mock(_ name: String, _ path: String, _ interface: String) throws -> Child {
        try Child(
            "/usr/bin/python3",
            ["-m", "dbusmock", "--session", "--logfile", "/dev/null", name, path, interface],
            environment: ["DBUS_SESSION_BUS_ADDRESS": address, "PATH": "/usr/bin:/bin"]
        )
    }

    /// Everybody may do everything: it is the protocol that is tried, and not the bus.
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
