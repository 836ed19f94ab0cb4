// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import HTTPTypes
internal import HummingbirdCore
internal import StateProtocol
internal import Varlink

extension WebResponder {
    func page(_ request: Request, _ identity: ClientIdentity) async -> Response {
        guard let template = context.files[PageDocument.template] else {
            let text = "this build of stated-web has no page; install a complete build"
            return Response(status: 404, text: text)
        }
        let state = await pageState(
            item: request.parameter("item"),
            cursor: request.parameter("cursor")
        )
        let document = PageDocument(state: state, now: Int(time(nil)) * 1_000)
        let text = document.text(
            from: String(decoding: template.bytes, as: UTF8.self),
            isSignedIn: identity.session != nil
        )
        return Response(status: 200, type: template.type, bytes: Array(text.utf8))
    }

    private func pageState(item: String?, cursor: String?) async -> PageDocument.State {
        var state = PageDocument.State()
        switch await context.link.call("io.stated.Service.GetHealth", Array("{}".utf8)) {
        case .reply(let parameters): state.health = JSONValue.parse(parameters)
        case .error(let name, _): state.notice = "The daemon returned the error \(name)."
        case .unreachable(let reason):
            state.notice = "The daemon is away: \(reason). Reload the page when it is back."
            return state
        }
        state.players = await all("players", of: Session.ListPlayers.name)
        state.alerts = await all("alerts", of: Session.ListAlerts.name)
        let place = cursor.map { [JSONMember(key: "cursor", value: .string($0))] } ?? []
        state.points = await ask("io.stated.Playback.List", place)
        state.sync = await ask("io.stated.Sync.GetStatus")
        if let item {
            let name = [JSONMember(key: "item", value: .string(item))]
            state.item = (item, await ask("io.stated.Playback.History", name))
        }
        return state
    }

    private func all(_ member: String, of method: String) async -> [JSONValue]? {
        var (all, page): ([JSONValue], [JSONMember]) = ([], [])
        repeat {
            guard let reply = await ask(method, page) else { return nil }
            all += reply[member]?.list ?? []
            page = reply["cursor"].map { [JSONMember(key: "cursor", value: $0)] } ?? []
        } while !page.isEmpty
        return all
    }

    private func ask(_ method: String, _ parameters: [JSONMember] = []) async -> JSONValue? {
        let outcome = await context.link.call(method, JSONValue.object(parameters).encoded)
        guard case .reply(let parameters) = outcome else { return nil }
        return JSONValue.parse(parameters)
    }
}
