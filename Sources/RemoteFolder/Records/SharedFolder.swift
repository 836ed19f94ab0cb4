// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import StateModel
package import SyncModel
internal import SystemSupport

/// A shared folder that one device uses as its remote store.
///
/// It must not be used by two threads at the same time.
package struct SharedFolder: RemoteStore {
    let layout: FolderLayout
    let origin: Origin
    /// The name of the expected folder; `nil` to accept any folder, or to create one.
    var known: String? {
        get { own.folder }
        set { own.folder = newValue }
    }
    var own: OwnSegments
    var damage = FolderDamage()
    /// For each device, the numbers of the last records of its runs, according to its presence.
    var claims: [Origin: [UInt64: Int]] = [:]
    /// For each segment after a missing or damaged one, the number of records that were read ahead,
    /// by file name.
    var readAhead: [String: Int] = [:]
    /// The origins whose devices are gone, or have begun a later incarnation.
    ///
    /// If a file of theirs is missing, nothing waits for it.
    var over: Set<Origin> = []
    private var isReady = false
    private var random: any RandomNumberGenerator & Sendable
    private let meanwhile: @Sendable (FolderMoment) -> Void
    private(set) var run: UInt64
    private(set) var generation = 1
    private(set) var written = 0
    var position = FolderPosition()
    /// The part of ``position`` for runs that are no longer in the folder.
    var gone: [UInt64: Int] = [:]
    /// For each run, the number of the last record that this device had read according to its
    /// presence in the folder; `nil` without a readable presence.
    var reported: [UInt64: Int]?
    /// The segment that was last read, as a cache; `nil` once all records were read.
    var current: ReadSegment?
    /// The runs that packed segments replace, by file name, as a cache.
    private var replaced: [String: [UInt64]] = [:]

    init(
        root: String,
        origin: Origin,
        known: RemoteIdentity?,
        mirror: String?,
        random: any RandomNumberGenerator & Sendable,
        meanwhile: @escaping @Sendable (FolderMoment) -> Void
    ) {
        layout = FolderLayout(root: root)
        self.origin = origin
        own = OwnSegments(
            layout: layout,
            origin: origin,
            mirror: mirror.map { SegmentMirror(root: $0) },
            folder: known?.name
        )
        self.random = random
        self.meanwhile = meanwhile
        run = self.random.next()
    }

    var findings: RemoteFindings {
        mutating get {
            var findings = RemoteFindings()
            findings.damaged = damage.first(RemoteFindings.listed)
            findings.damagedCount = damage.count
            findings.repaired = own.repaired
            return findings
        }
    }

    /// Checks that the folder is the expected one, or prepares a new folder.
    package mutating func setUp() throws(RemoteError) -> RemoteIdentity {
        let folder: OpenFolder
        do {
            folder = try OpenFolder(layout, meanwhile: meanwhile)
        } catch {
            isReady = false
            throw error
        }
        if known == nil, try folder.name() == nil { try giveName(folder) }
        try repairIdentity(folder)
        let name = try identify(folder, joins: true)
        if known != nil, known != name { isReady = false }
        known = name
        // If the device's directory is missing, an older copy has replaced the folder.
        let hasHome = try folder.isHome(of: origin)
        if !isReady || !hasHome { try makeReady(folder) }
        do throws(RemoteError) {
            try own.verify(folder)
        } catch {
            // A folder that cannot be written can still be read. A push will report the error.
            guard case .permanent = error else { throw error }
        }
        return RemoteIdentity(name: name, epoch: 0)
    }

    /// Checks that the folder can be used or prepared, without changing it; accepts any name.
    package func look() throws(RemoteError) {
        let folder = try OpenFolder(layout, meanwhile: meanwhile)
        if try !isNew(folder) { _ = try folder.presences() }
        guard access(layout.root, W_OK | X_OK) == 0 else { throw folder.root.failure("write", ".") }
    }

    private mutating func makeReady(_ folder: borrowing OpenFolder) throws(RemoteError) {
        isReady = false
        try folder.makeHome(of: origin)
        try folder.directory(of: origin)?.removeUnfinished()
        try own.copies()?.removeUnfinished()
        generation = Self.generation(after: try folder.segments(of: origin).last?.generation ?? 0)
        isReady = true
    }

    /// Opens the folder and checks its identity.
    ///
    /// Each operation does this, because a disk may disappear at any time.
    func open() throws(RemoteError) -> OpenFolder {
        guard isReady else { throw .offline("\(layout.root) has not been set up") }
        let folder = try OpenFolder(layout, meanwhile: meanwhile)
        _ = try identify(folder)
        meanwhile(.opened)
        return folder
    }

    mutating func drawRun() -> UInt64 { random.next() }

    private static func generation(after former: Int) -> Int {
        min(former + 1, SegmentName.numbers.upperBound)
    }

    /// Begins a new run for all further records; `former` is the previous generation.
    mutating func beginRun(after former: Int) {
        generation = Self.generation(after: former)
        run = random.next()
        written = 0
    }
}

extension SharedFolder {
    package mutating func push(_ batch: [RemoteRecord]) throws(RemoteError) -> [PushOutcome] {
        let folder = try open()
        guard !batch.isEmpty else { return [] }
        let name = SegmentName(
            generation: generation,
            run: run,
            first: written + 1,
            last: written + batch.count,
            isPacked: false
        )
        do {
            try own.write(Segment(batch), as: name, folder)
        } catch {
            // The file may have been written nevertheless, and other devices may have read it.
            // Later records, which may be different, must not get the same numbers.
            beginRun(after: generation)
            throw error
        }
        // This line is also reached after a cancelled call, whose records were written. Later
        // records then get new numbers.
        written += batch.count
        return batch.map { _ in .stored(tag: nil, durable: true) }
    }

    /// Returns, for each run in the folder, the number of the last record before the first gap;
    /// `Int.max` for a replaced run, and for one of a device that is gone.
    mutating func reach(_ folder: borrowing OpenFolder) throws(RemoteError) -> [UInt64: Int] {
        var reach: [UInt64: Int] = [:]
        for origin in try folder.origins() {
            guard let names = try names(of: origin, folder) else { continue }
            reach.merge(try self.reach(names, of: origin, folder)) { $1 }
            if over.contains(origin) { for name in names { reach[name.run] = .max } }
        }
        return reach
    }

    /// Returns, for each run of a device, the number of the last record before the first gap;
    /// `Int.max` for a replaced run.
    mutating func reach(
        _ names: [SegmentName],
        of origin: Origin,
        _ folder: borrowing OpenFolder
    ) throws(RemoteError) -> [UInt64: Int] {
        let own = names.reach
        var reach = own
        // If a pack consists of several files, it replaces other runs only when all files are
        // present.
        for name in names where name.isPacked && own[name.run, default: 0] >= name.last {
            for run in try replaced(by: name, of: origin, folder) { reach[run] = .max }
        }
        return reach
    }

    private mutating func replaced(
        by name: SegmentName,
        of origin: Origin,
        _ folder: borrowing OpenFolder
    ) throws(RemoteError) -> [UInt64] {
        guard name.isPacked else { return [] }
        if let known = replaced[name.file] { return known }
        guard let segment = try segment(name, of: origin, folder) else { return [] }
        replaced[name.file] = segment.replaces
        return segment.replaces
    }
}
