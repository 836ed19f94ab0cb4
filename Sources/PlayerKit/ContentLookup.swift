// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The steps by which the daemon recognises a bridge's file by its contents.
///
/// Playback then continues where it stopped, even under another path. If the daemon does not know a
/// path, the bridge asks for the key of its contents. A file that has a resume point gets that key
/// as an alias. An item that is not a file of this machine has only its own name.
package struct ContentLookup: Sendable, Equatable {
    /// A step to take, or a result.
    package enum Step: Sendable, Equatable {
        /// Find out the key of a file's contents.
        case read(path: String)
        /// Send a call to the daemon.
        case call(SurfaceCall)
        /// The position to continue at, in seconds; `nil` without a resume point.
        ///
        /// The name of the item leads to the point; the contents say if that is right.
        case found(ResumePoint?, position: Double, contents: Identity.Contents)
    }

    /// A resume point that belongs to the file if it is for the same contents.
    private struct Claim: Equatable {
        let point: ResumePoint
        let position: Double
        let keys: [String]
    }

    private enum Contents: Equatable {
        /// The contents have not been read.
        case unread
        /// The contents are being read.
        case reading
        /// The contents have the given key; `nil` if they have none.
        case read(ContentKey?)

        /// The name of the contents; `nil` if it is not known.
        var name: String? { if case .read(let key) = self { key?.name } else { nil } }
    }

    /// The latest position, in seconds, that the daemon may not have stored as a point.
    private static let start = 2.0

    private let item: String
    private var contents = Contents.unread
    private var claim: Claim?
    /// True once the key is reported to the daemon.
    private var isNamed = false
    /// True once a report calls for the key while the contents are being read.
    private var isDue = false

    /// Creates the lookup of an item that begins to play.
    package init(of item: String) {
        self.item = item
    }

    /// The size of the file when its contents were read, in bytes; `nil` if it is not known.
    package var size: Int? { contents.name.flatMap(ContentKey.size) }

    /// True while a resume point waits for the contents of the file.
    package var isJudging: Bool { claim != nil }

    /// Returns true if a reply about the given name concerns this item.
    package func asks(about name: String) -> Bool {
        ExactString(name) == ExactString(item) || contents.name == name
    }

    private var isFile: Bool { item.utf8.first == UInt8(ascii: "/") }

    /// Handles a connection to the daemon, which may know less than the previous one.
    package mutating func attached() {
        isNamed = false
    }

    /// Handles the daemon's reply about the item, or about the item that has the key of the
    /// contents.
    ///
    /// - Parameters:
    ///   - name: The name that the daemon was asked about.
    ///   - own: The own name of that item.
    ///   - point: The resume point of that item; `nil` if it has none.
    ///   - position: The position to continue at, in seconds.
    ///   - keys: The keys of the contents that are known under that name.
    /// - Returns: The steps that follow; empty if the reply was about another item.
    package mutating func continues(
        _ name: String,
        of own: String,
        _ point: ResumePoint?,
        at position: Double,
        keys: [String]
    ) -> [Step] {
        if ExactString(name) == ExactString(item) {
            guard isFile else { return [.found(point, position: position, contents: .unknown)] }
            guard let point else { return search() }
            if keys.isEmpty { return [.found(point, position: position, contents: .unknown)] }
            claim = Claim(point: point, position: position, keys: keys)
            return compare()
        }
        guard contents.name == name else { return [] }
        guard let point else { return [.found(nil, position: 0, contents: .unknown)] }
        isNamed = true
        return [
            .call(.name(item: own, alias: item)),
            .found(point, position: position, contents: .same),
        ]
    }

    /// Detects a file that has replaced another under the same name.
    ///
    /// - Returns: The steps that follow.
    package mutating func replaced() -> [Step] {
        isFile ? search() : [.found(nil, position: 0, contents: .unknown)]
    }

    /// Compares the file's contents with those of its resume point.
    private mutating func compare() -> [Step] {
        guard case .read(let key) = contents else {
            defer { contents = .reading }
            return contents == .unread ? [.read(path: item)] : []
        }
        guard let claim = claim.take() else { return [] }
        isNamed =
            key.map { key in claim.keys.contains { ExactString($0) == ExactString(key.name) } }
            ?? false
        let comparison: Identity.Contents =
            isNamed ? .same : key.map { Self.comparison(of: $0, with: claim.keys) } ?? .unknown
        return [.found(claim.point, position: claim.position, contents: comparison)]
    }

    /// Compares the file's contents with the known ones.
    ///
    /// A recording that is still being made, or a download, is longer each time.
    private static func comparison(of key: ContentKey, with keys: [String]) -> Identity.Contents {
        keys.contains { key.isContinuation(of: $0) } ? .same : .other
    }

    /// Looks for the item under another name.
    private mutating func search() -> [Step] {
        switch contents {
        case .unread:
            contents = .reading
            return [.read(path: item)]
        case .reading: return []
        case .read(let key?): return [.call(.resume(item: key.name))]
        case .read(nil): return [.found(nil, position: 0, contents: .unknown)]
        }
    }

    /// Handles the result of reading a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - key: The key of its contents; `nil` if it has none.
    ///   - isAwaited: True while the position to continue at is still to be found.
    /// - Returns: The steps that follow; empty if it is another file.
    package mutating func read(_ path: String, key: ContentKey?, isAwaited: Bool) -> [Step] {
        guard contents == .reading, ExactString(path) == ExactString(item) else { return [] }
        contents = .read(key)
        if isJudging { return compare() }
        if isAwaited { return search() }
        // A paused player may report nothing more.
        return isDue ? name() : []
    }

    /// Returns the steps that follow a report to the connected daemon that the item is played.
    ///
    /// - Parameter position: The reported position, in seconds.
    /// - Returns: The steps; empty if nothing follows.
    package mutating func reported(_ position: Double) -> [Step] {
        guard !isNamed, isFile, position > Self.start else { return [] }
        isDue = contents == .unread || contents == .reading
        return contents == .unread ? search() : name()
    }

    /// Names the item by the key of its contents, if that is known and not reported.
    private mutating func name() -> [Step] {
        guard !isNamed, let key = contents.name else { return [] }
        isNamed = true
        return [.call(.name(item: item, alias: key))]
    }
}
