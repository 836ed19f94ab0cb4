// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The exchange between a bridge and the daemon that recognises a file by its contents.
///
/// A file can thus be resumed after its path has changed: if the daemon does not know the path, the
/// bridge asks for the content key instead. A file that has a resume point gets its content key as
/// an alias. An item that is not a local file is only looked up by name.
package struct ContentLookup: Sendable, Equatable {
    package enum Step: Sendable, Equatable {
        case read(path: String)
        case call(SurfaceCall)
        /// The resume point and the position at which to resume, in seconds; `nil` if there is no
        /// resume point.
        ///
        /// `contents` is the result of comparing the file with the resume point's content keys.
        case found(ResumePoint?, position: Double, contents: Identity.Contents)
    }

    /// A resume point whose content keys must be compared with the file's contents.
    private struct Claim: Equatable {
        let point: ResumePoint
        let position: Double
        let keys: [String]
    }

    private enum Contents: Equatable {
        case unread
        case reading
        /// The contents have been read; `nil` if they have no content key.
        case read(ContentKey?)

        var name: String? { if case .read(let key) = self { key?.name } else { nil } }
    }

    /// The position, in seconds, beyond which a report adds the content key as an alias.
    ///
    /// An earlier report may not have created a resume point.
    private static let start = 2.0

    private let item: String
    private var contents = Contents.unread
    private var claim: Claim?
    private var isNamed = false
    /// True if the key must be reported to the daemon once the contents have been read.
    private var isDue = false

    package init(of item: String) {
        self.item = item
    }

    /// The content key of the file when its contents were read; `nil` if unknown.
    package var key: String? { contents.name }

    /// True while a resume point waits for the comparison of the contents.
    package var isJudging: Bool { claim != nil }

    /// Returns true if a reply of the daemon about this name or content key concerns the item.
    package func asks(about name: String) -> Bool {
        ExactString(name) == ExactString(item) || contents.name == name
    }

    private var isFile: Bool { item.utf8.first == UInt8(ascii: "/") }

    /// Handles a new connection to the daemon, which may have lost the alias.
    package mutating func attached() {
        isNamed = false
    }

    /// Handles the daemon's reply about the item's name or content key; `own` is the main name of
    /// the item that the daemon found.
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
        if let claim = claim.take() {
            let isItem = ExactString.same(own, claim.point.item)
            let contents: Identity.Contents = point == nil ? .other : isItem ? .same : .known
            return [.found(claim.point, position: claim.position, contents: contents)]
        }
        guard let point else { return [.found(nil, position: 0, contents: .unknown)] }
        isNamed = true
        return [
            .call(.name(item: own, alias: item)),
            .found(point, position: position, contents: .same),
        ]
    }

    /// Gives up the comparison with the file's contents, which cannot be read in time.
    package mutating func stopComparison() -> [Step] {
        guard let claim = claim.take() else { return [] }
        return [.found(claim.point, position: claim.position, contents: .unknown)]
    }

    /// Handles the discovery that the file has replaced another file with the same name.
    package mutating func replaced() -> [Step] {
        isFile ? search() : [.found(nil, position: 0, contents: .unknown)]
    }

    private mutating func compare() -> [Step] {
        guard case .read(let key) = contents else {
            defer { contents = .reading }
            return contents == .unread ? [.read(path: item)] : []
        }
        guard let claim else { return [] }
        guard let key else { return stopComparison() }
        isNamed = claim.keys.contains { ExactString($0) == ExactString(key.name) }
        // The file may be a better copy, or another item's file that was moved here. A file that
        // has grown since, such as a download in progress, is the same file.
        if key.contradicts(claim.keys) { return [.call(.resume(item: key.name))] }
        self.claim = nil
        let isShared = claim.keys.contains { $0 != key.name && !key.isContinuation(of: $0) }
        let contents = isNamed && isShared ? Identity.Contents.shared : .same
        let found = Step.found(claim.point, position: claim.position, contents: contents)
        let isDownloaded = ExactString.same(ItemPath.complete(claim.point.item), item)
        return (isDownloaded ? [.call(.name(item: claim.point.item, alias: item))] : []) + [found]
    }

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

    /// Handles the content key of a file that has been read; `nil` if the file has none.
    ///
    /// `isAwaited` is true while the position at which to resume is unknown.
    package mutating func read(_ path: String, key: ContentKey?, isAwaited: Bool) -> [Step] {
        guard contents == .reading, ExactString(path) == ExactString(item) else { return [] }
        contents = .read(key)
        if isJudging { return compare() }
        if isAwaited { return search() }
        // A paused player may not send another report.
        return isDue ? name() : []
    }

    /// Returns the next steps after a report on the item was sent to the connected daemon.
    package mutating func reported(_ position: Double) -> [Step] {
        guard !isNamed, isFile, position > Self.start else { return [] }
        isDue = contents == .unread || contents == .reading
        return contents == .unread ? search() : name()
    }

    private mutating func name() -> [Step] {
        guard !isNamed, let key = contents.name else { return [] }
        isNamed = true
        return [.call(.name(item: item, alias: key))]
    }
}
