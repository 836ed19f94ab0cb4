// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The steps by which a bridge and the daemon recognise a file by its contents.
///
/// Playback then continues where it stopped even if the path has changed. If the daemon does not
/// know a path, the bridge asks for the content key instead. A file that has a resume point gets
/// its content key as an alias. An item that is not a local file has only its own name.
package struct ContentLookup: Sendable, Equatable {
    /// A step to take, or a result.
    package enum Step: Sendable, Equatable {
        /// Compute the content key of a file.
        case read(path: String)
        /// Send a call to the daemon.
        case call(SurfaceCall)
        /// The resume point and the position to continue at, in seconds; `nil` without a resume
        /// point.
        ///
        /// The point was found by the item's name; `contents` tells if the contents match it.
        case found(ResumePoint?, position: Double, contents: Identity.Contents)
    }

    /// A resume point that counts only if the file's contents match one of its keys.
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
        /// The contents have been read; `nil` if they have no key.
        case read(ContentKey?)

        /// The content key; `nil` if it is not known.
        var name: String? { if case .read(let key) = self { key?.name } else { nil } }
    }

    /// The position up to which the daemon may not have stored a resume point, in seconds.
    private static let start = 2.0

    private let item: String
    private var contents = Contents.unread
    private var claim: Claim?
    /// True once the content key has been reported to the daemon.
    private var isNamed = false
    /// True if the key must be reported as soon as the contents have been read.
    private var isDue = false

    /// Creates the lookup for an item that begins to play.
    package init(of item: String) {
        self.item = item
    }

    /// The size of the file when its contents were read, in bytes; `nil` if it is not known.
    package var size: Int? { contents.name.flatMap(ContentKey.size) }

    /// True while a resume point waits for a comparison of the contents.
    package var isJudging: Bool { claim != nil }

    /// Returns true if a reply about the given name concerns this item.
    package func asks(about name: String) -> Bool {
        ExactString(name) == ExactString(item) || contents.name == name
    }

    private var isFile: Bool { item.utf8.first == UInt8(ascii: "/") }

    /// Handles a connection to the daemon, which may have lost the alias.
    package mutating func attached() {
        isNamed = false
    }

    /// Handles the daemon's reply about the item, or about the item with the file's content key.
    ///
    /// - Parameters:
    ///   - name: The name that the daemon was asked about.
    ///   - own: The main name of that item.
    ///   - point: The resume point of that item; `nil` if it has none.
    ///   - position: The position to continue at, in seconds.
    ///   - keys: The content keys that are known under that name.
    /// - Returns: The next steps; empty if the reply was about another item.
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

    /// Handles the finding that a file has replaced another under the same name.
    ///
    /// - Returns: The next steps.
    package mutating func replaced() -> [Step] {
        isFile ? search() : [.found(nil, position: 0, contents: .unknown)]
    }

    /// Compares the file's contents with those of the resume point.
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

    /// Compares the file's content key with the known keys.
    ///
    /// A download, or a recording that is still being made, grows between two comparisons, and
    /// still counts as the same file.
    private static func comparison(of key: ContentKey, with keys: [String]) -> Identity.Contents {
        keys.contains { key.isContinuation(of: $0) } ? .same : .other
    }

    /// Searches for the item by its content key.
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
    ///   - isAwaited: True if the position to continue at is still unknown.
    /// - Returns: The next steps; empty if the path is that of another file.
    package mutating func read(_ path: String, key: ContentKey?, isAwaited: Bool) -> [Step] {
        guard contents == .reading, ExactString(path) == ExactString(item) else { return [] }
        contents = .read(key)
        if isJudging { return compare() }
        if isAwaited { return search() }
        // A paused player may not report again.
        return isDue ? name() : []
    }

    /// Returns the next steps after the connected daemon received a report on the item.
    ///
    /// - Parameter position: The reported position, in seconds.
    /// - Returns: The steps; may be empty.
    package mutating func reported(_ position: Double) -> [Step] {
        guard !isNamed, isFile, position > Self.start else { return [] }
        isDue = contents == .unread || contents == .reading
        return contents == .unread ? search() : name()
    }

    /// Adds the content key as an alias of the item, if it is known and not reported yet.
    private mutating func name() -> [Step] {
        guard !isNamed, let key = contents.name else { return [] }
        isNamed = true
        return [.call(.name(item: item, alias: key))]
    }
}
