// SPDX-License-Identifier: Apache-2.0
internal import StateProtocol
internal import Varlink

/// The life of one reader of changes: from the daemon until it has caught up, then from the stream
/// that all readers share.
struct StreamReader: Sendable {
    /// The way to the daemon.
    let link: DaemonLink
    /// The stream that all readers share.
    let shared: SharedStream
    /// The parameters of Subscribe, but the token.
    let parameters: [JSONMember]
    /// The position at which the reader begins.
    let start: StreamPosition
    /// True for the page, which asks for the state by calls.
    let isPage: Bool

    /// Sends events until the connection ends, or the daemon refuses the call.
    ///
    /// - Parameters:
    ///   - output: the response's body.
    ///   - opened: holds a feed at the position whose first reply has arrived, if there is one.
    /// - Throws: an error if the connection ends.
    func run(on output: StreamOutput, opened: OpenedFeed = OpenedFeed(nil)) async throws {
        var position = start
        while true {
            try Task.checkCancellation()
            guard let place = await shared.place(for: position) else {
                var feed = opened.take() ?? feed(at: position)
                guard let next = try await catchUp(&feed, output) else { return }
                position = next
                continue
            }
            try await output.write(place.greeting)
            switch await shared.follow(output.channel, from: place.number) {
            case .closed: return
            case .behind(let token): position = token.map { .after(token: $0) } ?? beginning
            case .restarted:
                try await output.write(Self.restarted)
                position = beginning
            }
        }
    }

    private static let restarted = ServerSentEvent(
        name: "resync",
        data: Array(#"{"why":"the position is too old"}"#.utf8)
    ).bytes

    private var beginning: StreamPosition { isPage ? .now : .beginning }

    private func feed(at position: StreamPosition) -> EventFeed {
        let token: String? =
            switch position {
            case .beginning, .now: nil
            case .after(let token), .afterFirst(let token): token
            }
        return EventFeed(link, Playback.Subscribe.name, parameters, after: token)
    }

    /// Sends what the shared stream does not hold; returns the position from which it does, or `nil`
    /// if the daemon refused the call.
    private func catchUp(
        _ feed: inout EventFeed,
        _ output: StreamOutput
    ) async throws -> StreamPosition? {
        while true {
            let end = try await feed.run(sendingTo: output) { reply in
                guard reply.isReady, let token = reply.token else { return false }
                return await shared.place(for: .afterFirst(token: token)) != nil
            }
            switch end {
            case .stopped(let token): return .afterFirst(token: token)
            case .restarted where isPage: return .now
            case .restarted: continue
            case .refused: return nil
            }
        }
    }
}
