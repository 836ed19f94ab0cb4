// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateProtocol
import Varlink

/// Values with every member set, and values with none that can be left out.
enum Samples {
    static let fullSnapshot = Snapshot(
        item: "file:///films/a \"b\".mkv",
        player: "mpv",
        status: .failed,
        position: 12.5,
        duration: 5400,
        rate: 1.25,
        title: "Über\n",
        reason: "stream reset",
        cause: .switch,
        at: 1_700_000_000_000,
        ttl: 3600,
        reading: ReadingPlace(fraction: 0.4125, locator: "/body/\u{f6}[2]\n")
    )
    static let bareSnapshot = Snapshot(item: "i", player: "p", status: .playing, position: 0)
    static let fullPoint = ResumePoint(
        item: "i",
        player: "p",
        status: .paused,
        position: 61.25,
        duration: 120,
        title: "T",
        device: "desk",
        at: 1,
        expiresAt: 2,
        revision: 3,
        reading: ReadingPlace(fraction: 1, locator: "")
    )
    static let barePoint = ResumePoint(
        item: "i",
        player: "p",
        status: .playing,
        position: 1e-3,
        duration: nil,
        title: nil,
        device: "desk",
        at: -1,
        expiresAt: 9_007_199_254_740_993,
        revision: 0
    )
    static let player = Player(
        player: "mpv",
        item: "a",
        playing: true,
        phase: .foreground,
        surfaces: 2,
        queue: ["b", "c"],
        revision: 8
    )
    static let alert = Alert(
        id: 4,
        kind: .streamFailed,
        state: .raised,
        player: "mpv",
        item: "a",
        title: "Broken off",
        message: "Try again.",
        retryable: true,
        position: 3.5,
        raisedAt: 5
    )
    static let changes = [
        Change(kind: .current, revision: 1, item: "i", player: "p", point: fullPoint),
        Change(kind: .observed, revision: 1, item: "i", player: "p", snapshot: bareSnapshot),
        Change(kind: .cleared, revision: 2, item: "i", player: "p", point: barePoint),
        Change(kind: .player, revision: 3, player: "mpv", about: .player(player)),
        Change(kind: .alert, revision: 4, item: "a", player: "mpv", about: .alert(alert)),
    ]
}

extension JSONEncodable {
    /// The value as JSON text.
    var text: String { String(decoding: json, as: UTF8.self) }
}

extension JSONDecodable {
    /// The value that this JSON text holds.
    init(text: String) throws(JSONError) {
        try self.init(json: Array(text.utf8))
    }
}

/// Whether a value comes back as it went.
func survives<Value: JSONEncodable & JSONDecodable & Equatable>(_ value: Value) throws -> Bool {
    try Value(json: value.json) == value
}
