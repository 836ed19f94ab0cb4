// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The form of a URL that may be displayed and sent to other devices.
///
/// This form contains no credentials, and no parameters that only track the origin of a link. For
/// known video hosts, all addresses of a video have the same form.
struct PublicAddress {
    private static let wrappers: Set<String> = ["ytdl", "lavf", "ffmpeg"]

    private let scheme: String
    private let authority: Substring
    private let path: Substring
    private let parameters: [Substring]
    private let fragment: Substring

    /// Returns the public form of a URL; returns any other text unchanged.
    static func of(_ text: String) -> String {
        guard let scheme = CanonicalName.scheme(of: text), scheme != "file" else { return text }
        let rest = text.dropFirst(scheme.count + 3)
        if wrappers.contains(scheme) {
            if CanonicalName.scheme(of: String(rest)) != nil { return of(String(rest)) }
            if scheme == "ytdl", isVideo(rest) { return watched(rest) }
        }
        if NestedName(scheme: scheme, rest: rest) != nil { return text }
        let address = PublicAddress(scheme, rest)
        return address.video ?? address.text(like: text)
    }

    /// Returns true if a URL has a user or a password.
    static func hasLogin(_ text: String) -> Bool {
        guard let scheme = CanonicalName.scheme(of: text) else { return false }
        let rest = text.dropFirst(scheme.count + 3)
        if wrappers.contains(scheme), hasLogin(String(rest)) { return true }
        return NestedName(scheme: scheme, rest: rest) == nil
            && PublicAddress(scheme, rest).authority.dropFirst().contains("@")
    }

    private init(_ scheme: String, _ rest: Substring) {
        self.scheme = scheme
        let end = rest.authorityEnd
        let hash = rest[end...].utf8.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
        let query = rest[end..<hash].utf8.firstIndex(of: UInt8(ascii: "?")) ?? hash
        authority = rest[..<end]
        path = rest[end..<query]
        parameters = rest[query..<hash].dropFirst().split(
            separator: "&",
            omittingEmptySubsequences: false
        )
        fragment = rest[hash...]
    }

    /// Returns the URL without its secrets; `text` itself if it has none.
    private func text(like text: String) -> String {
        let at = authority.lastIndex(of: "@")
        let host = at.map { authority[authority.index(after: $0)...] } ?? authority
        let names = parameters.map { $0.contains("=") ? Self.name($0) : "" }
        let leftOut = LeftOutParameters(names, isSubsonic: isSubsonic)
        let kept = zip(parameters, names).filter { !leftOut.contains($1) }.map(\.0)
        guard at != nil && at != authority.startIndex || kept.count < parameters.count else {
            return text
        }
        let query = kept.allSatisfy(\.isEmpty) ? "" : "?" + kept.joined(separator: "&")
        return "\(scheme)://\(host)\(path)\(query)\(fragment)"
    }
}

// MARK: - Parameters

extension PublicAddress {
    /// True for a call of the API of Subsonic, which has the name of a user and a version.
    private var isSubsonic: Bool {
        path.contains("/rest/") && Set(parameters.map(Self.name)).isSuperset(of: ["u", "v"])
    }

    /// Returns the name of a parameter in lower case and without punctuation.
    private static func name(_ parameter: Substring) -> String {
        let name = parameter.prefix { $0 != "=" }
        return (PercentEscapes.decoded(name) ?? String(name)).lowercased()
            .filter { $0.isLetter || $0.isNumber }
    }
}

// MARK: - Videos

extension PublicAddress {
    /// The canonical address of a video; `nil` if the host is unknown, or the page is not a video.
    private var video: String? {
        guard scheme == "http" || scheme == "https" else { return nil }
        var host = authority.lowercased()
        for prefix in ["www.", "m.", "music."] where host.hasPrefix(prefix) {
            host.removeFirst(prefix.count)
        }
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
        let isPage = parts.count == 2
        switch host {
        case "youtu.be": return parts.first.flatMap { Self.isVideo($0) ? Self.watched($0) : nil }
        case "youtube.com", "youtube-nocookie.com":
            let places: Set<Substring> = ["shorts", "live", "embed", "v"]
            let id =
                path == "/watch" ? value("v") : isPage && places.contains(parts[0]) ? parts[1] : nil
            return id.flatMap { Self.isVideo($0) ? Self.watched($0) : nil }
        case "player.vimeo.com" where isPage && parts[0] == "video":
            return "https://vimeo.com/\(parts[1])" + (value("h").map { "/\($0)" } ?? "")
        case "dai.ly" where parts.count == 1: return "https://www.dailymotion.com/video/\(parts[0])"
        case "dailymotion.com" where parts.suffix(2).first == "video":
            return "https://www.dailymotion.com/video/\(parts[parts.count - 1])"
        case "twitch.tv" where isPage && parts[0] == "videos":
            return "https://www.twitch.tv/videos/\(parts[1])"
        case "player.twitch.tv":
            return value("video").map { "https://www.twitch.tv/videos/\($0.drop { $0 == "v" })" }
        default: return nil
        }
    }

    /// Returns true if the text looks like the ID of a YouTube video.
    private static func isVideo(_ text: Substring) -> Bool {
        text.utf8.count == 11
            && text.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
            }
    }

    private static func watched(_ id: Substring) -> String {
        "https://www.youtube.com/watch?v=\(id)"
    }

    private func value(_ name: String) -> Substring? {
        parameters.first { $0.hasPrefix(name + "=") }?.dropFirst(name.utf8.count + 1)
    }
}

extension Substring {
    /// The end of the authority of a URL whose scheme was removed (RFC 3986, 3.2).
    var authorityEnd: Index {
        utf8.firstIndex { "/?#".utf8.contains($0) } ?? endIndex
    }
}
