// SPDX-License-Identifier: Apache-2.0
import GPodder
import ModelTesting
import PlayerKit
import PlayerMPRIS
import PlayerMPV
import StateConfiguration
import StateModel
import Varlink

@testable import StateWeb

extension FuzzReader {
    /// Lets mpv send lines, each half a second after the one before.
    static func mpv(_ bytes: [UInt8]) -> String? {
        var follower = MPVFollower(
            player: "mpv",
            files: .init(
                resolve: { $0.hasPrefix("/") ? $0 : nil },
                exists: { $0.hasPrefix("/") },
                canHaveLost: { _, _ in false },
                look: { _ in nil }
            )
        )
        _ = follower.begin()
        _ = follower.event(.attached(item: nil, queue: []), now: start)
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let message = try? MPVMessage(line: Array(line)) else { continue }
            _ = follower.event(message, now: start + 500 * number)
            guard follower.position?.isFinite ?? true else { return "an infinite position" }
        }
        return nil
    }

    private static let start = 1_000_000

    /// Lets a player on the session bus report properties and positions.
    static func mpris(_ bytes: [UInt8]) -> String? {
        var follower = MPRISFollower(player: "vlc", isOld: bytes.count.isMultiple(of: 2))
        _ = follower.begin()
        _ = follower.event(.attached(item: nil, queue: []), now: start)
        var (rest, now) = (bytes[...], start)
        while let kind = rest.popFirst() {
            let number = rest.prefix(8).reduce(0) { $0 << 8 | Int($1) }
            let text = String(decoding: rest.prefix(Int(kind >> 4)), as: UTF8.self)
            rest = rest.dropFirst(8)
            var metadata = MPRISMetadata.unknown
            (metadata.trackID, metadata.url) = ("/\(text)", "file:///\(text)")
            metadata.length = number
            var properties = MPRISProperties.unknown
            properties.status = [.playing, .paused, .stopped, nil][number & 3]
            properties.metadata = kind & 8 == 0 ? nil : metadata
            properties.rate = Double(bitPattern: UInt64(bitPattern: Int64(number)))
            properties.position = number
            let event: MPRISFollower.Event =
                switch kind & 7 {
                case 0, 1: .changed(properties)
                case 2: .seeked(number)
                case 3, 4: .answered(number & 15, properties)
                case 5: .answered(number & 15, nil)
                case 6: .file(text.isEmpty ? nil : "/" + text)
                default: .wake
                }
            now += Int(kind) * 100
            _ = follower.event(event, now: now)
        }
        return nil
    }

    /// Checks the actions that podcast apps upload, in two pieces.
    static func podcasts(_ bytes: [UInt8]) -> String? {
        var elements = ArrayElements()
        var log = EpisodeLog()
        let half = bytes.count / 2
        guard let first = try? elements.actions(in: Array(bytes[..<half])),
            let second = try? elements.actions(in: Array(bytes[half...]))
        else { return nil }
        for action in first + second where EpisodeAction(json: action.body(by: "app")) != action {
            return "an action does not read back equal"
        }
        for (number, new) in log.new(first + second, of: "app", now: 1_800_000_000).enumerated() {
            let body = new.action.body(by: "app")
            log.append(number + 1, id: new.id, at: new.at, body: body)
            guard log.has(new.id) else { return "an action is not there after it was appended" }
            _ = log.snapshots(of: [new])
        }
        var writer = JSONWriter()
        writer.beginArray()
        for action in log.page(after: 0).actions { action.write(to: &writer, in: .nextcloud) }
        writer.endArray()
        return JSONValue.parse(writer.bytes) == nil ? "a page is not JSON" : nil
    }

    /// Checks the lists of feeds that podcast apps upload.
    static func feeds(_ bytes: [UInt8]) -> String? {
        let forms = [FeedList.json, .txt, .opml]
        for form in forms {
            guard let feeds = form.feeds(in: bytes) else { continue }
            let stored = feeds.compactMap { FeedLog.address($0) }
            for other in forms where other.feeds(in: other.bytes(of: stored)) != stored {
                return "a list of feeds as \(other) does not read back equal"
            }
            var log = FeedLog()
            for (number, change) in log.changes(to: stored).enumerated() {
                log.append(number + 1, id: "\(number)", at: number, body: change.body(by: "app"))
            }
            guard log.changes(to: stored).isEmpty else { return "a list differs from itself" }
        }
        return nil
    }

    /// Checks the bodies that e-readers send.
    static func ereader(_ bytes: [UInt8]) -> String? {
        let now: Timestamp = 1_800_000_000_000
        guard let json = JSONValue.parse(bytes) else { return nil }
        if let row = ReaderRow(json: json, at: now),
            ReaderRow(json: row.json(of: "document"), at: now) != row
        {
            return "a row does not read back equal"
        }
        guard let push = try? ReaderPush(json: json, by: "app") else { return nil }
        _ = ReaderShelf().reply(of: push.document)
        _ = ReaderShelf().behind(push, now: now)
        return (0...1).contains(push.fraction) ? nil : "fraction \(push.fraction)"
    }

    private static let local = WebAddress(host: "127.0.0.1", port: 8080)

    /// Checks the readers of paths and headers.
    static func request(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        let path = text.split(separator: "/").map(String.init)
        if let (prefix, _) = PodcastRoute.of(path), !path.starts(with: prefix) {
            return "a prefix that is not of the path"
        }
        _ = ReaderRoute.of(path)
        let head = RequestCheck.Head(method: "POST", host: text, origin: text, contentType: text)
        for exposure in [WebExposure.local(local), .beyond(names: ["a.example"], port: 443)] {
            guard RequestCheck(exposure: exposure).refusal(of: head) != nil else {
                return "one text is both a host and its origin"
            }
        }
        _ = ReplyFormat(accept: text)
        _ = ClientAddress.text(forwarded: text)
        _ = SessionCookie(cookie: text, authorization: nil)
        _ = SessionCookie(cookie: nil, authorization: text)
        _ = WebResponder.code(inForm: bytes)
        return nil
    }
}
