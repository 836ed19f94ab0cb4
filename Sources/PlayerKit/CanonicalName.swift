// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The canonical name of an item, which does not depend on how a player writes the name.
///
/// A path is absolute, without `.`, `..` and doubled slashes, and for an existing file without
/// symbolic links. A `file:` URL of this machine is replaced by its path. A network URL has a
/// lower-case scheme and host, no default port, and escapes that are normalised according to RFC
/// 3986, 6.2.2; a web URL also has no fragment, no `.` or `..` in its path, and escapes for all
/// characters that require them. Any other URL gets only a lower-case scheme. ``PublicAddress``
/// removes secrets first.
package enum CanonicalName {
    /// Returns the canonical name of the item that a player calls `text`.
    ///
    /// - Parameters:
    ///   - text: A URL or a path.
    ///   - directory: The directory to which relative paths refer; `nil` if unknown.
    ///   - resolve: Returns the path of an existing file with all symbolic links resolved; `nil` if
    ///     the file does not exist, so that the path is normalised as text only.
    /// - Returns: The name; `nil` if it is too long, or if `text` does not identify an item
    ///   permanently, such as standard input or the disc in a drive.
    package static func of(
        _ text: String,
        in directory: String?,
        resolve: (String) -> String?
    ) -> String? {
        let text = PublicAddress.of(withSlashes(text))
        let name =
            if let scheme = scheme(of: text) {
                url(text, scheme: scheme, in: directory, resolve: resolve)
            } else {
                path(text, in: directory, resolve: resolve)
            }
        guard let name, (1...Limits.itemBytes).contains(name.utf8.count) else { return nil }
        return name
    }

    /// The schemes that do not identify an item permanently; see mpv(1), PROTOCOLS.
    ///
    /// mpv and VLC use most of these schemes, for discs, tuners, capture devices, pipes and
    /// multicasts; browsers use the others for their own pages.
    private static let fleeting: Set<String> = [
        "about", "alsa", "atsc", "av", "avcapture", "bd", "bdnav", "blob", "bluray", "br", "cable",
        "cdda", "chrome", "chrome-extension", "clearqam", "data", "dshow", "dtv", "dvb", "dvb-c",
        "dvb-c2", "dvb-s", "dvb-s2", "dvb-t", "dvb-t2", "dvbsub", "dvd", "dvdnav", "dvdread",
        "dvdsimple", "fd", "fdclose", "hex", "imem", "isdb-c", "isdb-s", "isdb-t", "jack", "memory",
        "moz-extension", "null", "ocable", "oss", "pulse", "pvr", "qtcapture", "qtsound", "radio",
        "rtp", "screen", "sdp", "svcd", "tv", "udp", "usdigital", "v4l", "v4l2", "vcd", "wasapi",
        "window",
    ]

    /// The schemes of network URLs, with the default port of each.
    private static let ports = [
        "ftp": "21", "ftps": "990", "http": "80", "https": "443", "mms": "1755", "rtmp": "1935",
        "rtmps": "443", "rtsp": "554", "sftp": "22", "smb": "445",
    ]

    /// Returns the scheme in lower case if `text` begins with a scheme and `://`, otherwise `nil`.
    static func scheme(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            text[colon...].utf8.starts(with: "://".utf8),
            let first = text.unicodeScalars.first, isLetter(first)
        else { return nil }
        let scheme = text[..<colon]
        let isScheme = scheme.unicodeScalars.allSatisfy { scalar in
            isLetter(scalar) || ("0"..."9").contains(scalar)
                || "+-.".unicodeScalars.contains(scalar)
        }
        return isScheme ? scheme.lowercased() : nil
    }

    /// Returns true for a URL with a user or a password, which its canonical name lacks.
    package static func hasLogin(_ text: String) -> Bool { PublicAddress.hasLogin(text) }

    package static func isURL(_ text: String) -> Bool { scheme(of: withSlashes(text)) != nil }

    /// Returns a URL such as `file:/path` in the usual form with three slashes (RFC 8089, appendix
    /// B).
    private static func withSlashes(_ text: String) -> String {
        let prefix = "file:/"
        guard text.prefix(prefix.count).lowercased() == prefix, scheme(of: text) == nil else {
            return text
        }
        return "file://" + text.dropFirst(prefix.count - 1)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }
}

// MARK: - URLs

extension CanonicalName {
    private static func url(
        _ text: String,
        scheme: String,
        in directory: String?,
        resolve: (String) -> String?
    ) -> String? {
        // The scheme is ASCII, so its lower-case form has the same length.
        let rest = text.dropFirst(scheme.count + 3)
        if fleeting.contains(scheme) {
            // A disc image is a file, whichever scheme a player uses for it.
            return rest.first == "/" ? filePath(rest).flatMap(resolve).flatMap(lasting) : nil
        }
        if scheme == "file" {
            // Some players do not escape the paths in URLs.
            if rest.first == "/", let file = resolve(String(rest)) { return lasting(file) }
            // Haruna reports the URL of a web server with this scheme, and only a server has a port.
            guard let file = filePath(rest) else {
                return port(of: rest[..<rest.authorityEnd])?.isEmpty ?? true ? text : nil
            }
            return path(file, in: nil, resolve: resolve)
        }
        if let name = NestedName(scheme: scheme, rest: rest) {
            return name.text { of($0, in: directory, resolve: resolve) }
        }
        guard let port = ports[scheme] else { return "\(scheme)://\(rest)" }
        let isWeb = scheme == "http" || scheme == "https"
        let end = rest.authorityEnd
        let authority = authority(rest[..<end], without: port)
        var tail = rest[end...]
        if isWeb, let fragment = tail.utf8.firstIndex(of: UInt8(ascii: "#")) {
            tail = tail[..<fragment]
        }
        let root = isWeb && tail.first != "/" ? "/" : ""
        let normal = PercentEscapes.normal(tail, isComplete: isWeb)
        return "\(scheme)://\(authority)\(isWeb ? withoutDots(root + normal) : normal)"
    }

    /// Resolves `.` and `..` in the part of a URL after its scheme (RFC 3986, 5.2.4).
    private static func withoutDots(_ end: String) -> String {
        let path = end[..<(end.utf8.firstIndex(of: UInt8(ascii: "?")) ?? end.endIndex)]
        let pairs = zip(path.utf8, path.utf8.dropFirst())
        guard pairs.contains(where: { $0 == UInt8(ascii: "/") && $1 == UInt8(ascii: ".") }) else {
            return end
        }
        var parts: [Substring] = []
        let all = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in all.enumerated() {
            let isDot = part == "." || part == ".."
            if part == ".." { _ = parts.popLast() }
            if !isDot { parts.append(part) } else if index == all.count - 1 { parts.append("") }
        }
        return "/" + parts.joined(separator: "/") + end[path.endIndex...]
    }

    private static func authority(_ text: Substring, without port: String) -> String {
        guard let digits = Self.port(of: text), digits.isEmpty || digits == port else {
            return text.lowercased()
        }
        return text.dropLast(digits.count + 1).lowercased()
    }

    /// Returns the text after the last colon of an authority; `nil` if there is no port.
    private static func port(of authority: Substring) -> Substring? {
        // The brackets of an IPv6 address contain colons.
        guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else {
            return nil
        }
        return authority[authority.index(after: colon)...]
    }

    /// Returns the path in the part of a file URL after `file://`, without escapes.
    ///
    /// Returns `nil` if the file is on another machine, or the path is not valid UTF-8.
    private static func filePath(_ rest: Substring) -> String? {
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        let host = rest[..<slash].lowercased()
        guard host.isEmpty || host == "localhost" else { return nil }
        let path = rest[slash...].prefix { $0 != "#" && $0 != "?" }
        return PercentEscapes.decoded(path)
    }
}

// MARK: - Paths

extension CanonicalName {
    private static func path(
        _ text: String,
        in directory: String?,
        resolve: (String) -> String?
    ) -> String? {
        // mpv uses this name for standard input.
        guard !text.isEmpty, text != "-" else { return nil }
        guard let absolute = absolute(text, in: directory), lasting(cleaned(absolute)) != nil
        else { return nil }
        return lasting(resolve(absolute) ?? cleaned(absolute))
    }

    /// Returns the path; `nil` if it is below `/dev` (except `/dev/shm`) or below `/proc`, and thus
    /// refers to a device or belongs to a process.
    private static func lasting(_ path: String) -> String? {
        let isFleeting = path.hasPrefix("/dev/") && !path.hasPrefix("/dev/shm/")
        return isFleeting || path.hasPrefix("/proc/") ? nil : path
    }

    static func absolute(_ text: String, in directory: String?) -> String? {
        if text.utf8.first == UInt8(ascii: "/") { return text }
        guard let directory, directory.utf8.first == UInt8(ascii: "/") else { return nil }
        return "\(directory)/\(text)"
    }

    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else {
            return "/"
        }
        return String(path[..<slash])
    }

    private static func cleaned(_ path: String) -> String {
        var parts: [Substring.UTF8View] = []
        for part in path.utf8.split(separator: UInt8(ascii: "/")) {
            switch String(Substring(part)) {
            case ".": break
            case "..": _ = parts.popLast()
            default: parts.append(part)
            }
        }
        return parts.isEmpty ? "/" : parts.map { "/\(Substring($0))" }.joined()
    }
}
