// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
package import StateModel

/// The transcript of a follower's inputs and actions, as lines of fields separated by tabs.
///
/// A line that begins with a time, in milliseconds, is an input at that time. A line that begins
/// with `>` is a resulting action.
package enum MPRISTranscript {
    package enum Entry: Equatable, Sendable {
        /// The player was found; `isOld` is true if it may have been playing before the bridge
        /// started.
        case began(isOld: Bool)
        case player(MPRISFollower.Event)
        case daemon(SurfaceEvent)
        case gone
    }

    /// Returns the line for an input at a time, in milliseconds; `nil` if it is not recorded.
    package static func line(_ entry: Entry, at now: Int) -> String? {
        fields(entry).map { ([String(now)] + $0).joined(separator: "\t") }
    }

    /// Returns the line for an action; `nil` if it is not recorded, such as a question.
    package static func line(_ action: MPRISFollower.Action) -> String? {
        let fields: [String]? =
            switch action {
            case .command(let command): self.fields(command)
            case .expired: nil
            case .read(let path): ["read", path]
            case .missed(let item, let position): ["missed", item, tenths(position)]
            case .call(let call): fields(call)
            }
        return fields.map { ([">"] + $0).joined(separator: "\t") }
    }

    private static func fields(_ command: MPRISCommand) -> [String]? {
        switch command {
        case .ask: nil
        case .setPosition(let track, let place): ["move", track, String(place)]
        case .seek(let offset): ["seek", String(offset)]
        case .press(let button): ["press", button.rawValue]
        case .open(let uri): ["open", uri]
        case .requested(let command, _): fields(command)
        case .findFile: ["find"]
        }
    }

    private static func fields(_ entry: Entry) -> [String]? {
        switch entry {
        case .began(let isOld): ["began", "old=\(isOld)"]
        case .player(.changed(let news)): ["changed"] + fields(news)
        case .player(.seeked(let position)): ["seeked", "position=\(position)"]
        case .player(.answered(let number, let news)):
            ["answered", "number=\(number)"] + (news.map(fields) ?? ["silent=true"])
        case .player(.contents(let path, let key)):
            ["contents", "path=\(path)"]
                + (key.map { ["key=\($0.name)"] + $0.digests.map { "digest=\($0)" } } ?? [])
        case .player(.file(let path)): ["file"] + (path.map { ["path=\($0)"] } ?? [])
        case .player(.wake): ["wake"]
        case .player(.requested): nil
        case .daemon(.attached): ["attached"]
        case .daemon(.detached): ["detached"]
        case .daemon(.continuation(let item, let own, let point, let position, let terms)):
            fields(item, own, point, position, terms)
        case .daemon: nil
        case .gone: ["gone"]
        }
    }

    private static func fields(
        _ item: String,
        _ own: String,
        _ point: ResumePoint?,
        _ position: Double,
        _ terms: ResumeTerms
    ) -> [String] {
        var fields = ["continuation", "item=\(item)", "own=\(own)"]
        guard let point else { return fields }
        fields += ["player=\(point.player)", "place=\(position)"]
        if let duration = point.duration { fields.append("duration=\(duration)") }
        if let own = terms.ownPosition { fields.append("ownPlace=\(own)") }
        if let hold = terms.hold { fields.append("hold=\(hold.rawValue)") }
        return fields + terms.contents.map { "contents=\($0)" }
    }

    private static func fields(_ news: MPRISProperties) -> [String] {
        let metadata = news.metadata
        let facts: KeyValuePairs<String, (any CustomStringConvertible)?> = [
            "status": news.status?.rawValue, "rate": news.rate, "canSeek": news.canSeek,
            "position": news.position, "metadata": metadata.map { _ in "new" },
            "track": metadata?.trackID, "url": metadata?.url, "length": metadata?.length,
            "title": metadata?.title, "album": metadata?.album,
        ]
        return facts.compactMap { name, fact in fact.map { "\(name)=\($0)" } }
            + (metadata?.genres ?? []).map { "genre=\($0)" }
    }

    private static func fields(_ call: SurfaceCall) -> [String]? {
        switch call {
        case .save(let snapshot), .tick(let snapshot):
            [
                "save", snapshot.item, snapshot.status.rawValue, tenths(snapshot.position),
                snapshot.cause?.rawValue ?? "-",
            ]
        case .announce(let snapshot): ["announce", snapshot.item, snapshot.status.rawValue]
        case .resume(let item, _): ["resume", item]
        case .name(let item, let alias): ["name", item, alias]
        case .unavailable(let item, _): ["unavailable", item]
        case .replaced(let item, _, _): ["replaced", item]
        case .setQueue, .describe, .recent, .answer, .names: nil
        }
    }

    private static func tenths(_ position: Double) -> String {
        "\((position * 10).rounded() / 10)"
    }
}
