// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import SyncModel
internal import SystemSupport

/// A shared folder as one device uses it; only one thread at a time may use it.
package struct SharedFolder: RemoteStore {
    /// The paths in the folder.
    let layout: FolderLayout
    /// This device.
    let origin: Origin
    /// The name of the expected folder; `nil` to accept any folder, or to create a new one.
    var known: String?
    /// The private copies of this device's segments; `nil` if none are kept.
    let mirror: SegmentMirror?
    /// The stamps of this device's segments at the last comparison with the private copies.
    var verified: [String: FileStamp] = [:]
    /// The number of comparisons so far.
    var verifiedCount = 0
    /// The paths of files that the last comparison repaired.
    var mended: [String] = []
    /// True if a file of this device is lost for good, so that everything must be sent again.
    var tellsAnew = false
    /// The files that cannot be used.
    var damage = FolderDamage()
    /// The number of the last record of each run of a device, according to its presence.
    var claims: [Origin: [UInt64: Int]] = [:]
    /// The number of records read from segments after a gap, by file; forgotten at a restart.
    var readAhead: [String: Int] = [:]
    private var isReady = false
    private var random: FolderRandom
    private let meanwhile: @Sendable (FolderMoment) -> Void
    /// The number of the run that this driver writes.
    private(set) var run: UInt64
    /// The generation of the current run.
    private(set) var generation = 1
    /// The number of records written in the current run.
    private(set) var written = 0
    /// The position up to which the folder has been read.
    var position = FolderPosition()
    /// The segment that is being read; `nil` if none has more records.
    var current: ReadSegment?
    /// The runs that packed segments replace, by file name.
    private var replaced: [String: [UInt64]] = [:]

    /// Creates a shared folder that has not been opened yet.
    init(
        root: String,
        origin: Origin,
        known: RemoteIdentity?,
        mirror: String?,
        random: FolderRandom,
        meanwhile: @escaping @Sendable (FolderMoment) -> Void
    ) {
        layout = FolderLayout(root: root)
        self.origin = origin
        self.known = known?.name
        self.mirror = mirror.map { SegmentMirror(root: $0) }
        self.random = random
        self.meanwhile = meanwhile
        run = self.random.next()
    }

    /// The damaged and the repaired files of the folder.
    var findings: RemoteFindings {
        mutating get {
            var findings = RemoteFindings()
            findings.damaged = damage.first(RemoteFindings.listed)
            findings.damagedCount = damage.count
            findings.mended = mended
            return findings
        }
    }

    /// Checks that the folder is the expected one; prepares a new folder.
    package mutating func setUp() throws(RemoteError) -> RemoteIdentity {
        let folder: OpenFolder
        do {
            folder = try OpenFolder(layout, meanwhile: meanwhile)
        } catch {
            isReady = false
            throw error
        }
        if known == nil { try makeShared(folder) }
        try repairIdentity(folder)
        let name = try identify(folder, joins: true)
        if known != nil, known != name { isReady = false }
        known = name
        // The device's directory is missing if an older copy has replaced the folder.
        let hasHome = try folder.isHome(of: origin)
        if !isReady || !hasHome { try makeReady(folder) }
        do throws(RemoteError) {
            try verifyOwn(folder)
        } catch {
            // A read-only folder can still be read; a push will report the error.
            guard case .permanent = error else { throw error }
        }
        return RemoteIdentity(name: name, epoch: 0)
    }

    /// Checks, without changing anything, that ``setUp()`` would use or create the folder.
    package func look() throws(RemoteError) {
        let folder = try OpenFolder(layout, meanwhile: meanwhile)
        if try !isNew(folder) { _ = try folder.presences() }
        guard access(layout.root, W_OK | X_OK) == 0 else { throw folder.root.failure("write", ".") }
    }

    /// Names a new folder.
    private mutating func makeShared(_ folder: borrowing OpenFolder) throws(RemoteError) {
        if try isNew(folder) { try folder.take(name: random.name()) }
    }

    /// Returns true if the folder has no name yet.
    ///
    /// - Throws: `RemoteError.offline` if its identity file is missing or incomplete.
    private func isNew(_ folder: borrowing OpenFolder) throws(RemoteError) -> Bool {
        if try folder.name() != nil { return false }
        let isEmpty = try !folder.hasOrigins()
        let identity = try folder.identity()
        guard identity == nil, isEmpty else {
            // On file systems without links, a power failure may leave an empty file.
            let isClaimed = isEmpty && identity?.isEmpty == true
            let advice = isClaimed ? "; if its stated-folder file stays empty, remove it" : ""
            throw .offline("\(layout.root) is incomplete\(advice)")
        }
        return true
    }

    private mutating func makeReady(_ folder: borrowing OpenFolder) throws(RemoteError) {
        isReady = false
        try folder.makeHome(of: origin)
        try folder.removeUnfinished(of: origin)
        generation = Self.generation(after: try folder.segments(of: origin).last?.generation ?? 0)
        isReady = true
    }

    /// Writes the folder's name again if the identity file exists but is damaged.
    ///
    /// The presence of this device's directory proves that it is still the same folder.
    private func repairIdentity(_ folder: borrowing OpenFolder) throws(RemoteError) {
        guard let known, try folder.name() == nil, try folder.identity() != nil,
            try folder.isHome(of: origin)
        else { return }
        try folder.root.write(
            FolderIdentity.bytes(of: known),
            to: FolderLayout.identity,
            by: ".\(origin)"
        )
    }

    /// Returns the folder's name, if the folder is the expected one.
    ///
    /// If two devices each set up a folder and the two were then joined, one of two names remains
    /// and is valid for all. This device's files are still there, so nothing is lost. Only a set-up
    /// accepts this; a folder whose name changes later is another folder.
    private func identify(
        _ folder: borrowing OpenFolder,
        joins: Bool = false
    ) throws(RemoteError) -> String {
        guard let name = try folder.name() else {
            throw .offline(
                "\(layout.root) has no stated-folder file; mount the disk, or restore the file"
            )
        }
        if known == nil || known == name { return name }
        guard joins, try folder.hasFiles(of: origin) else {
            throw .offline(
                "\(layout.root) belongs to a different remote store; to switch to it, run "
                    + "statectl sync setup \(layout.root)"
            )
        }
        return name
    }

    /// Opens and checks the folder.
    ///
    /// Each operation does so, because a disk may disappear at any time.
    func open() throws(RemoteError) -> OpenFolder {
        guard isReady else { throw .offline("\(layout.root) has not been set up") }
        let folder = try OpenFolder(layout, meanwhile: meanwhile)
        _ = try identify(folder)
        meanwhile(.opened)
        return folder
    }

    /// Returns a random number for a run.
    mutating func drawRun() -> UInt64 { random.next() }

    private static func generation(after former: Int) -> Int {
        min(former + 1, SegmentName.numbers.upperBound)
    }

    /// Begins a new run, of the generation after `former`, for everything written from now on.
    mutating func beginRun(after former: Int) {
        generation = Self.generation(after: former)
        run = random.next()
        written = 0
    }
}

extension SharedFolder {
    /// Writes records into a new segment.
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
            try write(Segment(batch), as: name, folder)
        } catch {
            // The file may have been written nevertheless, and other devices may have read it.
            // Later records, which may differ, must not have the same numbers.
            beginRun(after: generation)
            throw error
        }
        // This also happens after a cancelled call, whose records were written, so that later
        // records get new numbers.
        written += batch.count
        return batch.map { _ in .stored(tag: nil, durable: true) }
    }

    /// Writes this device's presence for the others, and packs its segments if there are many.
    package mutating func report(_ presence: DevicePresence) throws(RemoteError) {
        let folder = try open()
        var position = position
        if written > 0 { position.last[run] = written }
        let file = PresenceFile(presence: presence, position: position)
        try folder.report(file, of: origin)
        try pack(folder, now: presence.at)
    }

    /// Returns the presences of all devices.
    ///
    /// A device that has read more than has arrived here is listed without a round, but with its
    /// valid version vector. A device whose presence cannot be read is listed as having seen
    /// nothing, so sync waits until the presence can be read or the device is removed from the
    /// list.
    package mutating func devices() throws(RemoteError) -> [DevicePresence] {
        let folder = try open()
        let reach = try reach(folder)
        let presences = try folder.presences()
        try folder.stays()
        claims = [:]
        return presences.map { origin, bytes in
            FaultReport.work(with: "\(layout.presences)/\(origin)")
            guard let file = PresenceFile(bytes: bytes), file.presence.origin == origin else {
                return DevicePresence(unread: origin)
            }
            claims[origin] = file.position.own
            var presence = file.presence
            if !file.position.last.allSatisfy({ reach[$0.key, default: 0] >= $0.value }) {
                presence.round = 0
            }
            return presence
        }
    }

    /// Returns the last record present of each run; replaced runs always count as present.
    mutating func reach(_ folder: borrowing OpenFolder) throws(RemoteError) -> [UInt64: Int] {
        var reach: [UInt64: Int] = [:]
        for origin in try folder.origins() {
            guard let names = try names(of: origin, folder) else { continue }
            reach.merge(try self.reach(names, of: origin, folder)) { $1 }
        }
        return reach
    }

    /// Returns the last record present of each run of one device with the given segments.
    mutating func reach(
        _ names: [SegmentName],
        of origin: Origin,
        _ folder: borrowing OpenFolder
    ) throws(RemoteError) -> [UInt64: Int] {
        let own = names.reach
        var reach = own
        // A pack of several files replaces nothing until all of them are present.
        for name in names where name.isPacked && own[name.run, default: 0] >= name.last {
            for run in try replaced(by: name, of: origin, folder) { reach[run] = .max }
        }
        return reach
    }

    /// Returns the runs that a packed segment replaces.
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

    /// Removes a device from the list; its files are kept.
    package func forget(_ device: UInt64) throws(RemoteError) {
        try open().forget(device)
    }
}
