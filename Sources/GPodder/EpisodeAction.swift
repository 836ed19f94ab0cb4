// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel
package import Varlink

/// An action on an episode, such as a download or a play, as a podcast client reports it.
///
/// Addresses are kept as the client wrote them; times are in seconds.
package struct EpisodeAction: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case play, download, delete, new

        var index: Int {
            switch self {
            case .play: 0
            case .download: 1
            case .delete: 2
            case .new: 3
            }
        }
    }

    /// The address of the feed.
    package var podcast: String
    /// The address of the episode's media.
    package var episode: String
    package var guid: String?
    package var device: String?
    package var kind: Kind
    /// The time by the client's clock, in seconds since 1970; `nil` if unknown.
    package var timestamp: Int?
    package var started: Int?
    package var position: Int?
    package var total: Int?

    private static let addressBytes = 2_048
    private static let identifierBytes = 512

    /// Creates an action from a client's JSON; `nil` if it does not describe an action on an
    /// episode.
    ///
    /// The name of the action may have any case, and a number any type; a negative number is
    /// treated as absent.
    package init?(json: JSONValue) {
        guard let podcast = json["podcast"]?.address(upTo: Self.addressBytes),
            let episode = json["episode"]?.address(upTo: Self.addressBytes),
            // A client must be able to see and change only episodes, not the user's files.
            episode.hasPrefix(of: ["http://", "https://", "ftp://"]),
            let kind = (json["action"]?.string?.lowercased()).flatMap(Kind.init)
        else { return nil }
        (self.podcast, self.episode, self.kind) = (podcast, episode, kind)
        let guid = json["guid"]?.address(upTo: Self.identifierBytes)
        self.guid = guid == "null" ? nil : guid
        device = json["device"]?.address(upTo: Self.identifierBytes)
        timestamp = json["timestamp"]?.time
        guard kind == .play else { return }
        started = json["started"]?.whole
        position = json["position"]?.whole
        total = json["total"]?.whole
    }

    package func body(by client: String) -> JSONValue {
        .members([
            "podcast": .string(podcast), "episode": .string(episode),
            "guid": guid.map { .string($0) }, "device": device.map { .string($0) },
            "action": .string(kind.rawValue), "timestamp": timestamp.map { .int($0) },
            "started": started.map { .int($0) }, "position": position.map { .int($0) },
            "total": total.map { .int($0) }, "by": .string(client),
        ])
    }

    /// Returns the ID of the action's event, which is the same each time an action with a timestamp
    /// is uploaded.
    ///
    /// `seconds` is the time of an action without a timestamp. `isOwn` is false for an action that
    /// a client received with this time and sends back.
    package func id(at seconds: Int, isOwn: Bool = true) -> String {
        let time = isOwn ? timestamp ?? seconds : seconds
        let text = "\(episode)\n\(kind)\n\(time)\n\(position ?? -1)"
        return "gp-" + SHA256.hexadecimal(of: text).prefix(32)
    }
}

// MARK: - Plays

extension EpisodeAction {
    package struct Place: Equatable, Sendable {
        /// The position, in seconds from the beginning of the episode; some clients report a
        /// position after the end.
        package var position: Int
        /// The episode's length, in seconds; `nil` if it is unknown.
        package var duration: Int?
        package var isFinished: Bool
    }

    /// Returns true if two lengths differ by at most `percent` per cent and at most five minutes.
    ///
    /// Inserted advertisements can make two lengths of an episode differ by that much.
    static func agree(_ one: Int, _ other: Int, percent: Int) -> Bool {
        abs(one - other) <= min(300, max(one, other) * percent / 100)
    }

    /// The position that a play reports; `nil` for other kinds of actions, and for meaningless
    /// numbers.
    ///
    /// Some clients write a total of 1 if the total is unknown, and 1 for all numbers of an episode
    /// that the user marked as played. Some write a total that is much too short, but a position
    /// that exceeds twice the total by an hour is meaningless.
    package var place: Place? {
        guard kind == .play, let position, position > 0 else { return nil }
        let length = total ?? 0
        guard length <= 1 || position <= 2 * length + 3_600 else { return nil }
        let isEnd = position >= length && Self.agree(position, length, percent: 5)
        let isKnown = length > 1 && (length >= position || isEnd)
        return Place(position: position, duration: isKnown ? length : nil, isFinished: isEnd)
    }
}

// MARK: - Values of clients

extension JSONValue {
    fileprivate func address(upTo bytes: Int) -> String? {
        guard let text = string?.trimmed, (1...bytes).contains(text.utf8.count) else { return nil }
        return text
    }

    /// A number of seconds, from any kind of number or from text; `nil` if it is negative or too
    /// large.
    fileprivate var whole: Int? {
        (numericValue ?? string.flatMap { Double($0) }).flatMap { Int(seconds: $0) }
    }

    /// A time in seconds since 1970, from text or from a number of seconds.
    fileprivate var time: Int? { string.flatMap(ActionTime.seconds) ?? whole }
}

extension Int {
    /// Creates a whole number of seconds; `nil` if it is negative or too large for clients.
    init?(seconds: Double) {
        guard (0..<4_294_967_296).contains(seconds) else { return nil }
        self.init(seconds)
    }
}

extension String {
    /// Returns true if the text begins with one of the lower-case ASCII prefixes, ignoring case.
    func hasPrefix(of prefixes: [String]) -> Bool {
        prefixes.contains { prefix in
            String(decoding: utf8.prefix(prefix.utf8.count), as: UTF8.self).lowercased() == prefix
        }
    }

    var trimmed: String {
        // Most texts begin and end with a visible ASCII character.
        if let first = utf8.first, let last = utf8.last, (0x21..<0x7F).contains(first),
            (0x21..<0x7F).contains(last)
        {
            return self
        }
        guard let start = firstIndex(where: { !$0.isWhitespace }),
            let end = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return start == startIndex && index(after: end) == endIndex
            ? self : String(self[start...end])
    }
}

/// The normalised form of addresses; all spellings of an address have the same key.
enum AddressKey {
    static func name(of address: String) -> String {
        short(CanonicalName.of(address, in: nil) { _ in nil } ?? address)
    }

    /// Returns the text itself, or its digest if the text is too long for an item's name.
    static func short(_ text: String) -> String {
        text.utf8.count <= Limits.itemBytes
            ? text : "urn:sha256:" + SHA256.hexadecimal(of: text)
    }

    /// Returns a name without `http` or `https`, without redirects that count downloads, and
    /// without a trailing slash.
    static func of(name: String) -> String {
        let prefix = ["https://", "http://"].first(where: name.hasPrefix) ?? ""
        let rest = name[name.utf8.index(name.startIndex, offsetBy: prefix.utf8.count)...]
        let key = TrackingRedirect.target(of: rest)
        return String(key.utf8.last == UInt8(ascii: "/") ? key.dropLast() : key)
    }

    static func of(_ address: String) -> String { of(name: name(of: address)) }
}
