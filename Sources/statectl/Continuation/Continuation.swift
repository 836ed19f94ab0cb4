// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct DeviceOptions: ParsableArguments {
    @Option(
        "Only what the given device played.",
        anyValue: "device",
        completion: Completions.devices
    )
    var device: String?

    @Flag(help: "Only what this device played.")
    var here = false

    func validate() throws {
        if here, device != nil {
            throw ValidationError("use either --device or --here")
        }
    }

    /// True if the options select one device.
    var narrow: Bool { here || device != nil }

    /// Returns the selected device's name; `nil` for all devices.
    func name(from client: StateClient) async throws(StateClientError) -> String? {
        here ? try await client.ownDevice() : device
    }
}

struct Continuation {
    let client: StateClient
    /// The player of the points; `nil` for all players.
    var player: String?
    /// The device of the points; `nil` for all devices.
    var device: String?

    func checkDevice() async throws {
        if let device { try await client.checkDevice(device) }
    }

    func points(limit: Int) async throws(StateClientError) -> [ResumePoint] {
        var pages = PointPages(
            client: client,
            .init(player: player, limit: limit, device: device)
        )
        var points: [ResumePoint] = []
        while points.count < limit, let page = try await pages.next() { points += page.points }
        return Array(points.prefix(limit))
    }

    /// Returns up to `limit` expired resume points, the most recently expired first.
    func expired(limit: Int) async throws(StateClientError) -> [ResumePoint] {
        let entries = try await client.removedPoints(limit: StateClient.maximumRemoved).filter {
            $0.ending == .expired
        }
        let points = entries.map(\.point).filter {
            (device == nil || $0.device == device) && (player == nil || $0.player == player)
        }
        return Array(points.prefix(limit))
    }

    /// Returns a hint about the newest expired resume point; `nil` unless it is newer than `point`.
    func hint(newerThan point: ResumePoint?, command: String) async -> String? {
        guard let newest = try? await expired(limit: 1).first, newest.at > point?.at ?? .min else {
            return nil
        }
        let moment = TimeContext.current.moment(newest.expiresAt)
        let name = ItemName.of(newest.item, title: newest.title)
        return "\(name) expired \(moment.ago); “\(command)” resumes it"
    }
}
