internal import StateModel

/// A shared folder as one device reads and writes it; to be used by one thread at a time.
struct FolderShelf {
    /// Where things are.
    let layout: FolderLayout
    /// This device.
    let origin: Origin
    /// The folder that it must be; nil: whichever is there, or a new one.
    var known: String?
    /// The private copies of what this device writes; `nil` if none are kept.
    let mirror: SegmentMirror?
    /// The stamps of this device's segments when they were last compared with their copies.
    var verified: [String: FileStamp] = [:]
    /// The number of comparisons so far.
    var verifiedCount = 0
    /// The paths of files that the last comparison mended.
    var mended: [String] = []
    /// True if something that this device wrote is gone for good, so that it has to tell all of it anew.
    var tellsAnew = false
    /// The files that cannot be used.
    var damage = FolderDamage()
    /// The number of records looked at in segments behind a gap, by file; not kept over a restart.
    var readAhead: [String: Int] = [:]
    private var isReady = false
    private var random: FolderRandom
    private let meanwhile: @Sendable (FolderMoment) -> Void
    /// What this driver writes.
    private(set) var run: UInt64
    private(set) var generation = 1
    private(set) var written = 0
    /// Up to where it has been read.
    var position = FolderPosition()
    /// The segment that was read last, as long as there is more in it to read.
    var current: ReadSegment?
    /// What packed segments replace, by the files' names.
    private var replaced: [String: [UInt64]] = [:]

    /// A folder that has yet to be looked at.
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

    /// Looks whether it is the folder that it must be; makes it one where it is new.
    mutating func setUp() throws(RemoteError) -> RemoteIdentity {
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
        // Its directory may have been taken away by whoever put an older copy in the folder's place.
        let hasHome = try folder.isHome(of: origin)
        if !isReady || !hasHome { try makeReady(folder) }
        do throws(RemoteError) {
            try verifyOwn(folder)
        } catch {
            // A folder that takes no writes can be read all the same; whoever pushes hears of it.
            guard case .permanent = error else { throw error }
        }
        return RemoteIdentity(name: name, epoch: 0)
    }

    /// Gives a new folder its name.
    private mutating func makeShared(_ folder: borrowing OpenFolder) throws(RemoteError) {
        if try folder.name() != nil { return }
        let isEmpty = try !folder.hasOrigins()
        guard try folder.identity() == nil, isEmpty else {
            throw .offline("\(layout.root) is not all there yet")
        }
        try folder.take(name: random.name())
    }

    private mutating func makeReady(_ folder: borrowing OpenFolder) throws(RemoteError) {
        isReady = false
        try folder.makeHome(of: origin)
        try folder.removeUnfinished(of: origin)
        generation = (try folder.segments(of: origin).last?.generation ?? 0) + 1
        isReady = true
    }

    /// Writes the folder's name again where the file is there and damaged.
    ///
    /// That this device's own directory is there says that the folder is the one that it was.
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

    /// The folder's name, if it is the one that it must be.
    ///
    /// Two devices that set up a folder each before a carrier joined them have two names for what is one
    /// folder now: the name that is left is the one for all. What this device wrote is there, so nothing
    /// is lost by it. That is decided in a set-up; a folder that changes later is another one.
    private func identify(
        _ folder: borrowing OpenFolder,
        joins: Bool = false
    ) throws(RemoteError) -> String {
        guard let name = try folder.name() else {
            throw .offline("\(layout.root) is not the shared folder: is its disk mounted?")
        }
        if known == nil || known == name { return name }
        guard joins, try folder.hasFiles(of: origin) else {
            throw .offline(
                "\(layout.root) is another shared folder than before: bring that one back, or name "
                    + "this one in “remote” under another path"
            )
        }
        return name
    }

    /// The folder, looked at again before anything is done: a disk may be gone at any time.
    func open() throws(RemoteError) -> OpenFolder {
        guard isReady else { throw .offline("\(layout.root) has not been set up") }
        let folder = try OpenFolder(layout, meanwhile: meanwhile)
        _ = try identify(folder)
        meanwhile(.opened)
        return folder
    }

    /// A number for a run.
    mutating func drawRun() -> UInt64 { random.next() }

    /// Begins a run of its own for what is written from now on.
    mutating func beginRun(generation: Int) {
        self.generation = generation
        run = random.next()
        written = 0
    }
}

extension FolderShelf {
    /// Writes records into a segment of their own.
    mutating func push(_ batch: [RemoteRecord]) throws(RemoteError) -> [PushOutcome] {
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
            // It may be there all the same, and others may have read it: what comes next, perhaps
            // other records, must not bear its numbers.
            beginRun(generation: generation + 1)
            throw error
        }
        // A call that was given up gets here, too: those records are there, and the next follow
        // them under numbers of their own.
        written += batch.count
        return batch.map { _ in .stored(tag: nil, durable: true) }
    }

    /// Tells the others what this device has seen.
    mutating func report(_ presence: DevicePresence) throws(RemoteError) {
        let folder = try open()
        var position = position
        if written > 0 { position.last[run] = written }
        let file = PresenceFile(presence: presence, position: position)
        try folder.report(file, of: origin)
        try pack(folder, now: presence.at)
    }

    /// The presences of all devices.
    ///
    /// One that has read more than has arrived here speaks of no round yet: what it tells of
    /// having seen is true all the same. One that can't be read has seen nothing, as far as is
    /// known: it is waited for until it can, or is taken off the list.
    mutating func devices() throws(RemoteError) -> [DevicePresence] {
        let folder = try open()
        let reach = try reach(folder)
        let presences = try folder.presences()
        try folder.stays()
        return presences.map { origin, bytes in
            guard let file = PresenceFile(bytes: bytes), file.presence.origin == origin else {
                return DevicePresence(unread: origin)
            }
            var presence = file.presence
            if !file.position.last.allSatisfy({ reach[$0.key, default: 0] >= $0.value }) {
                presence.round = 0
            }
            return presence
        }
    }

    /// The last record that is here of every run; those replaced are here for ever.
    mutating func reach(_ folder: borrowing OpenFolder) throws(RemoteError) -> [UInt64: Int] {
        var reach: [UInt64: Int] = [:]
        for origin in try folder.origins() {
            guard let names = try names(of: origin, folder) else { continue }
            reach.merge(try self.reach(names, of: origin, folder)) { $1 }
        }
        return reach
    }

    /// The last record that is here of every run of one device, which has these segments.
    mutating func reach(
        _ names: [SegmentName],
        of origin: Origin,
        _ folder: borrowing OpenFolder
    ) throws(RemoteError) -> [UInt64: Int] {
        let own = names.reach
        var reach = own
        // A pack of several files replaces nothing before all of them are here.
        for name in names where name.isPacked && own[name.run, default: 0] >= name.last {
            for run in try replaced(by: name, of: origin, folder) { reach[run] = .max }
        }
        return reach
    }

    /// The runs whose records a packed segment holds in their stead.
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

    /// Takes a device off the list; what it wrote stays.
    func forget(_ device: UInt64) throws(RemoteError) {
        try open().forget(device)
    }
}
