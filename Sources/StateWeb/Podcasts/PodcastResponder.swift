// SPDX-License-Identifier: Apache-2.0
internal import GPodder
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import SystemSupport
internal import Varlink

struct PodcastResponder: Sendable {
    let web: WebResponder

    var context: WebContext { web.context }
}

extension PodcastResponder {
    /// The maximum size of an upload, in bytes; sufficient for 100,000 actions.
    private static let uploadLimit = 32 << 20
    private static let uploadTimeout = Duration.seconds(300)
    private static let listLimit = 4 << 20
    private static let deviceLimit = 64 << 10
    /// The maximum number of feeds that the upload of an empty list can remove.
    private static let fewFeeds = 3
    /// The number of actions that are stored at once, while others are still being received.
    private static let batch = 2_000

    func answer(
        _ route: PodcastRoute,
        below prefix: [String],
        _ request: Request
    ) async -> Response {
        if route.isPublic { return await publicAnswer(to: route, below: prefix, request) }
        guard let proof = SignIn.Proof(request) else {
            // Some clients send their password only after the server has requested it.
            _ = await web.refusal(ofStranger: request, onlyDelays: true)
            return Self.unauthorized
        }
        let client: String?
        do throws(SystemError) {
            client = try await web.client(proof, request)
        } catch {
            return Response(unavailableFor: SignIn.unreadable)
        }
        guard let client else { return Self.unauthorized }
        if let user = route.user, user.lowercased() != proof.name {
            return Response(status: 400, text: "the address belongs to another user")
        }
        var response: Response
        do throws(PodcastServer.Unavailable) {
            response = try await answer(route, request, client)
        } catch {
            response = Response(unavailableFor: PodcastServer.Unavailable.text)
        }
        // Some clients send the password only with their first requests.
        if case .password(let name, let password) = proof {
            response.headers[.setCookie] = SignIn.Proof.cookie(
                of: name,
                password,
                isSecure: context.exposure.needsSignIn
            )
        }
        return response
    }

    private static var unauthorized: Response {
        var response = Response(
            status: 401,
            text: "wrong name or password: run “statectl web client add NAME” on the server's "
                + "computer"
        )
        response.headers[.wwwAuthenticate] = "Basic realm=\"stated\", charset=\"UTF-8\""
        return response
    }

    private func answer(
        _ route: PodcastRoute,
        _ request: Request,
        _ client: String
    ) async throws(PodcastServer.Unavailable) -> Response {
        let podcasts = context.podcasts
        switch (route, request.method) {
        case (.signIn, .post): return Response(json: .object([]))
        case (.devices, .get): return Response(json: try await podcasts.devices(of: client))
        case (.device(_, let id), .post), (.device(_, let id), .put):
            return try await web.withBody(of: request, upTo: Self.deviceLimit, from: client) {
                bytes throws(PodcastServer.Unavailable) in
                try await podcasts.note(id, of: client, JSONValue.parse(bytes) ?? .null)
                return Response(status: .ok)
            }
        case (.actions, .get), (.nextcloudActions, .get):
            let json = try await podcasts.actions(
                for: client,
                since: request.since,
                in: route == .nextcloudActions ? .nextcloud : .gpodder,
                of: request.parameter("podcast"),
                device: request.parameter("device")
            )
            return Response(status: 200, json: json)
        case (.actions, .post), (.nextcloudActionUpload, .post):
            return try await upload(request, client)
        case (.groups, .get), (.groups, .post):
            return Self.groups(try await podcasts.devices(of: client))
        case (.settings, .get): return Response(json: .object([]))
        case (.password, .delete):
            let name = String(client.prefix { $0 != "~" })
            guard await context.signIn.end({ _ = $0.endClient(name) }) else {
                return Response(
                    unavailableFor: "the password cannot be revoked; see the log of stated-web"
                )
            }
            return Response(json: .object([]))
        default: return try await answerAboutFeeds(route, request, client)
        }
    }

    /// Returns a response that puts all devices into one group of synchronised devices.
    private static func groups(_ devices: JSONValue) -> Response {
        let ids = devices.list.compactMap { $0["id"] }
        return Response(
            json: .members([
                "synchronized": .array(ids.isEmpty ? [] : [.array(ids)]),
                "not-synchronized": .array([]),
            ])
        )
    }
}

// MARK: - Subscriptions

extension PodcastResponder {
    private func answerAboutFeeds(
        _ route: PodcastRoute,
        _ request: Request,
        _ client: String
    ) async throws(PodcastServer.Unavailable) -> Response {
        let podcasts = context.podcasts
        switch (route, request.method) {
        case (.feeds, .get), (.nextcloudFeeds, .get):
            let (added, removed, cursor) = try await podcasts.feeds(
                for: client,
                since: request.since
            )
            return Response(
                json: .members([
                    "add": .array(added.map { .string($0) }),
                    "remove": .array(removed.map { .string($0) }), "timestamp": .int(cursor),
                ])
            )
        case (.feeds, .post), (.nextcloudFeedChange, .post):
            return try await web.withBody(of: request, upTo: Self.listLimit, from: client) {
                bytes throws(PodcastServer.Unavailable) in
                try await changeFeeds(bytes, client)
            }
        case (.feedList(_, let form), .get):
            let bytes = form.bytes(of: try await podcasts.subscribed)
            return Response(status: 200, type: form.contentType, bytes: bytes)
        case (.feedList(_, let form), .put), (.feedList(_, let form), .post):
            return try await web.withBody(of: request, upTo: Self.listLimit, from: client) {
                bytes throws(PodcastServer.Unavailable) in
                try await replaceFeeds(bytes, form, client)
            }
        default: return Response(status: 405, text: "this address does not accept this method")
        }
    }

    private func changeFeeds(
        _ bytes: [UInt8],
        _ client: String
    ) async throws(PodcastServer.Unavailable) -> Response {
        guard let json = JSONValue.parse(bytes), case .object = json else {
            return Response(status: 400, text: "the body must be one JSON object")
        }
        let lists = ["add", "remove"].map { name in
            json[name]?.list.compactMap(\.string) ?? []
        }
        guard Set(lists[0]).isDisjoint(with: lists[1]) else {
            return Response(status: 400, text: "an address is in both lists")
        }
        let changes = zip(lists, [true, false]).flatMap { list, isAdded in
            list.compactMap(FeedLog.address).map { FeedLog.Change($0, isAdded: isAdded) }
        }
        let cursor = try await context.podcasts.store(of: client) { _ in changes }
        return Response(
            json: .members([
                "timestamp": .int(cursor), "update_urls": FeedLog.rewritten(lists.flatMap(\.self)),
            ])
        )
    }

    private func replaceFeeds(
        _ bytes: [UInt8],
        _ form: FeedList,
        _ client: String
    ) async throws(PodcastServer.Unavailable) -> Response {
        guard let list = form.feeds(in: bytes) else {
            return Response(status: 400, text: "the body is not a list of feeds")
        }
        let feeds = list.compactMap(FeedLog.address)
        // A newly installed program uploads its empty list, which must not remove all feeds.
        if feeds.isEmpty, try await context.podcasts.subscribed.count > Self.fewFeeds {
            let reason = "an empty list would remove every feed; unsubscribe from them one by one"
            return Response(status: 400, text: reason)
        }
        _ = try await context.podcasts.store(of: client) { $0.changes(to: feeds) }
        return Response(status: .ok)
    }
}

// MARK: - Actions

extension PodcastResponder {
    /// Stores uploaded actions while they arrive, because a client may send its whole history at
    /// once.
    private func upload(
        _ request: Request,
        _ client: String
    ) async throws(PodcastServer.Unavailable) -> Response {
        guard await context.admission.beginUpload() else {
            return Response(unavailableFor: "too many uploads are under way")
        }
        let fault = await stored(request, client)
        await context.admission.endUpload()
        if let fault { return fault }
        let cursor = try await context.podcasts.cursorAfterActions(of: client)
        return Response(
            json: .members(["timestamp": .int(cursor), "update_urls": .array([])])
        )
    }

    private func stored(_ request: Request, _ client: String) async -> Response? {
        do {
            try await storeParts(of: request, client)
            return nil
        } catch let fault as WebResponder.BodyFault {
            return fault.response
        } catch is ArrayElements.Malformed {
            return Response(status: 400, text: "the body is not JSON: send one array of actions")
        } catch {
            return Response(unavailableFor: PodcastServer.Unavailable.text)
        }
    }

    private func storeParts(of request: Request, _ client: String) async throws {
        let podcasts = context.podcasts
        var elements = ArrayElements()
        var actions: [EpisodeAction] = []
        try await withThrowingTaskGroup(of: Void.self) { storing in
            try await web.read(request, upTo: Self.uploadLimit, within: Self.uploadTimeout) {
                part in
                actions += try elements.actions(in: Array(buffer: part))
                guard actions.count >= Self.batch else { return }
                try await storing.next()
                let batch = actions
                storing.addTask { try await podcasts.store(batch, of: client) }
                actions = []
            }
            guard elements.isComplete else { throw ArrayElements.Malformed() }
            try await storing.next()
        }
        try await podcasts.store(actions, of: client)
    }
}

extension Request {
    /// The cursor in the request; 0 if there is none.
    fileprivate var since: Int { parameter("since").flatMap { Int($0) } ?? 0 }
}

extension Response {
    init(unavailableFor reason: String) {
        self.init(status: 503, text: reason + "; try again")
        headers[.retryAfter] = "10"
    }
}
