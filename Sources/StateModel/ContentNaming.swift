/// How a bridge has the daemon know a file by what it holds, so that it goes on where it stopped
/// under another path, too.
///
/// A path that the daemon knows nothing of is looked for by the key of its contents; a file that has
/// a resume point is given that key as one more name. What is no file of this machine has only its
/// own name.
package struct ContentNaming: Sendable, Equatable {
    /// What is to be done, or is known.
    package enum Step: Sendable, Equatable {
        /// Find out the key of a file's contents.
        case read(path: String)
        /// Tell the daemon, or ask it.
        case call(SurfaceCall)
        /// That is where to go on, in seconds; without a point there is nothing to come back to.
        case found(ResumePoint?, position: Double)
    }

    private enum Contents: Equatable {
        /// Nobody has looked.
        case unread
        /// Somebody looks.
        case reading
        /// They have that key; nil: none.
        case read(String?)
    }

    /// Nearer to the beginning than that, in seconds, the daemon may have kept nothing that could
    /// be given a name.
    private static let start = 2.0

    private let item: String
    private var contents = Contents.unread
    /// Whether the daemon has been told the key.
    private var isNamed = false

    /// The naming of an item that begins to play.
    package init(of item: String) {
        self.item = item
    }

    private var isFile: Bool { item.utf8.first == UInt8(ascii: "/") }

    /// The daemon is there, or there again: another one may know less.
    package mutating func attached() {
        isNamed = false
    }

    /// The daemon says where to go on in the item, or in what has the key that it was asked about.
    ///
    /// - Parameters:
    ///   - name: what it was asked about.
    ///   - own: that item's own name.
    ///   - point: its resume point; nil: there is none.
    ///   - position: where to go on, in seconds.
    /// - Returns: what follows from it; nothing, if that was about something else.
    package mutating func continues(
        _ name: String,
        of own: String,
        _ point: ResumePoint?,
        at position: Double
    ) -> [Step] {
        if Verbatim(name) == Verbatim(item) {
            guard point == nil, isFile else { return [.found(point, position: position)] }
            return search()
        }
        guard contents == .read(name) else { return [] }
        guard let point else { return [.found(nil, position: 0)] }
        isNamed = true
        return [.call(.name(item: own, alias: item)), .found(point, position: position)]
    }

    /// Looks for what is known under another name.
    private mutating func search() -> [Step] {
        switch contents {
        case .unread:
            contents = .reading
            return [.read(path: item)]
        case .reading: return []
        case .read(let key?): return [.call(.resume(item: key))]
        case .read(nil): return [.found(nil, position: 0)]
        }
    }

    /// Somebody looked at a file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - key: the key of its contents; nil: it has none.
    ///   - isAwaited: whether it is still to be found out where to go on.
    /// - Returns: what follows from it; nothing, if it is another file.
    package mutating func read(_ path: String, key: String?, isAwaited: Bool) -> [Step] {
        guard contents == .reading, Verbatim(path) == Verbatim(item) else { return [] }
        contents = .read(key)
        guard isAwaited else { return [] }
        return [key.map { .call(.resume(item: $0)) } ?? .found(nil, position: 0)]
    }

    /// The daemon, which is there, was told that the item is played, last at that position in
    /// seconds.
    package mutating func told(_ position: Double) -> [Step] {
        guard !isNamed, isFile, position > Self.start else { return [] }
        switch contents {
        case .unread: return search()
        case .reading, .read(nil): return []
        case .read(let key?):
            isNamed = true
            return [.call(.name(item: item, alias: key))]
        }
    }
}
