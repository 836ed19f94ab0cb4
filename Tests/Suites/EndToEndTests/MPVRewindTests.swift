// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// A real daemon that learns how far back the user of a real mpv wants to resume.
@Suite struct MPVRewindTests {
    let clock: TestClock
    let daemon: DaemonProcess
    let talk: String

    init() throws {
        clock = try TestClock()
        var setup = DaemonProcess.Setup(configuration: "rewind-learning: true\n")
        setup.clock = clock
        daemon = try .running(setup)
        talk = daemon.directory.file("talk.ogg")
        try Media.tone(talk, seconds: 200)
    }

    /// Resumes the talk at a position, seeks back by some seconds, and plays on for the daemon's
    /// ten seconds.
    private func play(from start: Double, back: Double) throws {
        try daemon.client().save(talk, 150, ["duration": 200.0])
        let stream = try daemon.stream()
        let player = try PlayerProcess.play(talk, for: daemon)
        try stream.waits { $0["kind"] == "saved" && $0.at("point.status") == "playing" }
        #expect(try abs(player.mpv.position() - start) < 2)
        try player.mpv.command("seek", .double(start - back), "absolute+exact")
        try stream.waits {
            guard $0["kind"] == "saved", let place = $0.at("point.position")?.number else {
                return false
            }
            return abs(place - (start - back)) < 1
        }
        try clock.advance(by: .seconds(11))
        try stream.waits { $0["kind"] == "saved" }
        try player.quit()
    }

    private func resumed() throws -> Client.Answer {
        try daemon.client().save(talk, 150, ["duration": 200.0])
        return try daemon.client().playback("Resume", ["item": .string(talk), "player": "mpv"])
    }

    @Test func `three seeks back lengthen the rewind until it is reset`() throws {
        try play(from: 150, back: 10)
        try play(from: 150, back: 10)
        try daemon.restart()
        try play(from: 150, back: 10)
        #expect(try resumed()["position"] == 140.0)
        #expect(try resumed()["learned"] == 10.0)
        try play(from: 140, back: 10)
        let reset = ["player": "mpv", "rewind": true] as JSONValue
        try daemon.client().call("io.stated.Session.ForgetPlayer", reset)
        #expect(try resumed()["position"] == 150.0)
    }

    @Test func `without rewind-learning, seeks back teach nothing`() throws {
        try daemon.configure("{}\n")
        try daemon.restart()
        for _ in 1...3 { try play(from: 150, back: 10) }
        #expect(try resumed()["position"] == 150.0)
        try daemon.configure("rewind-learning: true\n")
        try daemon.restart()
        #expect(try resumed()["position"] == 150.0)
    }
}
