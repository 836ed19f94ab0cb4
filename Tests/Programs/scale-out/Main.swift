// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import NATSTesting
import StateTesting

/// Measures what NATS servers cost as the remote of few and of many devices.
@main
struct ScaleOut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scale-out",
        abstract: "Drain a backlog, time a change's way to another device, and add devices."
    )

    /// The number of events that two daemons send after an outage.
    @Option(help: "Events that wait while the servers are away.")
    var events = 100_000

    /// The number of changes that are timed.
    @Option(help: "Changes that are timed from one daemon to the other.")
    var changes = 500

    /// The numbers of simulated devices.
    @Option(parsing: .upToNextOption, help: "Numbers of devices, each with its own connection.")
    var devices = [10, 100, 1_000]

    /// The length of each measurement with simulated devices, in seconds.
    @Option(help: "Seconds for each number of devices.")
    var seconds = 20

    /// The number of servers.
    @Option(help: "Servers: 1, or 3 for a cluster.")
    var servers = 1

    /// The directory for the table and the plot; `nil` to print the table only.
    @Option(help: "Where to write devices.svg and scale-out.txt.")
    var output: String?

    func run() async throws {
        var lines = ["\(servers) server(s), sync_interval: always"]
        func say(_ line: String) {
            lines.append(line)
            print(line)
            fflush(nil)
        }
        print(lines[0])
        if events > 0 {
            say(try Drain(events: events, servers: servers).run())
            say(try await DriverDrain(events: events, servers: servers).run())
        }
        if changes > 0 {
            say(try NewsDelay(changes: changes, servers: servers).run())
        }
        var rows: [DeviceLoad.Row] = []
        if !devices.isEmpty { say(DeviceLoad.Row.heading) }
        for count in devices {
            let row = try await DeviceLoad(devices: count, seconds: seconds, servers: servers).run()
            rows.append(row)
            say(row.line)
        }
        if let connections = rows.map(\.connectionsPerSecond).max() {
            for line in Forecast(connectionsPerSecond: connections, rows: rows).lines { say(line) }
        }
        guard let output else { return }
        mkdir(output, 0o755)
        try DaemonFiles.write(Array(DevicePlot(rows).svg.utf8), to: output + "/devices.svg")
        let text = lines.joined(separator: "\n") + "\n"
        try DaemonFiles.write(Array(text.utf8), to: output + "/scale-out.txt")
    }
}

/// A broken promise of the daemon or the driver.
struct Violation: Error, CustomStringConvertible {
    let description: String
}

extension Duration {
    /// The length in milliseconds, with fractions.
    var milliseconds: Double { self / .milliseconds(1) }
    /// The length in seconds, with fractions.
    var seconds: Double { self / .seconds(1) }
}

/// Returns a number with a fixed count of decimals.
func fixed(_ value: Double, _ decimals: Int = 1) -> String {
    let scale = [1.0, 10, 100][decimals]
    let scaled = Int((value * scale).rounded())
    guard decimals > 0 else { return "\(scaled)" }
    let fraction = String(abs(scaled) % Int(scale))
    let zeros = String(repeating: "0", count: decimals - fraction.utf8.count)
    return "\(scaled / Int(scale)).\(zeros)\(fraction)"
}

/// Returns the value below which the given share of the values lies.
func percentile(_ values: [Double], _ share: Double) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
}
