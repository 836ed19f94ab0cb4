// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// A mini player, a full player and a car display of one app, each a process.
@Suite struct SurfacesTests {
    private func save(
        _ surface: SurfaceProcess,
        _ item: String,
        _ position: Double,
        _ status: JSONValue,
        cause: JSONValue? = nil,
        duration: JSONValue? = nil
    ) throws {
        var members = [
            JSONMember(key: "item", value: .string(item)),
            JSONMember(key: "player", value: "mpv"),
            JSONMember(key: "status", value: status),
            JSONMember(key: "position", value: .double(position)),
        ]
        if let cause { members.append(JSONMember(key: "cause", value: cause)) }
        if let duration { members.append(JSONMember(key: "duration", value: duration)) }
        try surface.call("Playback.Save", ["snapshot": .object(members)])
    }

    private func seconds(_ value: JSONValue?) -> Double? {
        if case .double(let seconds) = value { seconds } else { nil }
    }

    /// A change in a few words.
    private func words(_ change: JSONValue) -> String {
        switch change["kind"] {
        case "player":
            let queue = change.at("about.queue")?.elements.compactMap(\.text) ?? []
            return "player at \(change.at("about.item")?.text ?? "nothing")"
                + ", then \(queue), on \(change.at("about.surfaces")?.int ?? 0)"
        case "alert":
            let position = seconds(change.at("about.position")).map { " from \($0)" } ?? ""
            return "\(change.at("about.kind")?.text ?? "") \(change["item"]?.text ?? "") "
                + "\(change.at("about.state")?.text ?? "")\(position)"
        default:
            return "\(change["kind"]?.text ?? "") \(change["item"]?.text ?? "") "
                + "\(change.at("point.status")?.text ?? "") "
                + "\(seconds(change.at("point.position")) ?? -1)"
        }
    }

    @Test
    func `three surfaces receive the same states, each from when it attached`()
        throws
    {
        let daemon = try DaemonProcess.running()
        let mini = try SurfaceProcess(of: "mpv", daemon: daemon)
        let full = try SurfaceProcess(of: "mpv", daemon: daemon)
        _ = try mini.until { words($0) == "player at nothing, then [], on 2" }
        try save(mini, "a", 10, "playing", cause: "load")
        try save(full, "a", 25, "paused", cause: "pause")
        try save(full, "a", 300, "playing", cause: "seek")
        try full.call("Session.SetQueue", ["player": "mpv", "items": ["b", "c"]])
        try save(mini, "a", 599, "finished", duration: 600.0)
        _ = try full.until { words($0) == "player at b, then [\"c\"], on 2" }

        let car = try SurfaceProcess(of: "mpv", daemon: daemon)
        #expect(car.standing.map(words) == ["player at b, then [\"c\"], on 3"])
        let joined = try mini.until { words($0) == "player at b, then [\"c\"], on 3" }.count
        try car.call("Session.PlayNow", ["player": "mpv", "item": "c"])
        try save(mini, "c", 40, "playing", cause: "load")
        try save(mini, "c", 44, "failed")
        let raised = try full.until { words($0) == "streamFailed c raised from 44.0" }
        let alert = try #require(raised.last?.at("about.id"))
        try full.call("Session.RetryAlert", ["id": alert])
        _ = try car.until { words($0) == "streamFailed c retrying from 44.0" }
        try save(mini, "c", 45, "playing")
        let over: (JSONValue) -> Bool = { words($0) == "streamFailed c dismissed from 44.0" }
        let seen = try mini.until(over)

        #expect(
            seen.map(words) == [
                "player at nothing, then [], on 2",
                "saved a playing 10.0", "player at a, then [], on 2",
                "saved a paused 25.0", "player at a, then [], on 2",
                "saved a playing 300.0", "player at a, then [], on 2",
                "player at a, then [\"b\", \"c\"], on 2",
                "cleared a playing 300.0", "player at b, then [\"c\"], on 2",
                "player at b, then [\"c\"], on 3",
                "player at c, then [], on 3",
                "saved c playing 40.0", "player at c, then [], on 3",
                "saved c failed 44.0", "player at c, then [], on 3",
                "streamFailed c raised from 44.0",
                "player at c, then [], on 3", "streamFailed c retrying from 44.0",
                "saved c playing 45.0", "player at c, then [], on 3",
                "streamFailed c dismissed from 44.0",
            ]
        )
        #expect(try full.until(over) == Array(seen.dropFirst()))
        #expect(try car.until(over) == Array(seen.dropFirst(joined)))
    }
}
