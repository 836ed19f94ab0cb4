// SPDX-License-Identifier: Apache-2.0
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import Varlink

extension Client {
    @discardableResult
    func attach(_ player: String = "mpv") throws -> Session.Attach.Reply {
        try call(Session.Attach.self, Session.Attach.Parameters(player: player))
    }

    func setPhase(_ phase: Phase) throws {
        _ = try call(Session.SetPhase.self, Session.SetPhase.Parameters(phase: phase))
    }

    func enqueue(_ items: [String], next: Bool? = nil) throws -> [String] {
        try call(
            Session.Enqueue.self,
            Session.Enqueue.Parameters(player: "mpv", items: items, next: next)
        ).queue
    }

    func alerts() throws -> [Alert] {
        try call(Session.ListAlerts.self, .init()).alerts
    }

    func players() throws -> [Player] {
        try call(Session.ListPlayers.self, .init()).players
    }
}
