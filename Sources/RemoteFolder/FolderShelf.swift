internal import StateModel

/// A shared folder as one device reads and writes it; to be used by one thread at a time.
struct FolderShelf {
    /// Where things are.
    let layout: FolderLayout
    /// This device.
    let origin: Origin
    /// The folder that it must be; nil: whichever is there, or a new one.
    private var known: String?
    private var isReady = false
    private var random: FolderRandom
    /// What this driver writes.
    private(set) var run: UInt64
    private(set) var generation = 1
    private(set) var written = 0
    /// Up to where it has been read.
    var position = FolderPosition()
    /// What packed segments replace, by the files' names.
    private var replaced: [String: [UInt64]] = [:]

    /// A folder that has yet to be looked at.
    init(root: String, origin: Origin, known: RemoteIdentity?, random: FolderRandom) {
        layout = FolderLayout(root: root)
        self.origin = origin
        self.known = known?.name
        self.random = random
        run = self.random.next()
    }

    /// Looks whether it is the folder that it must be; makes it one where it is new.
    mutating func setUp() throws(RemoteError) -> RemoteIdentity {
        guard Files.isDirectory(layout.root) else {
            isReady = false
            throw .offline("there is no folder \(layout.root): make it, or mount its disk")
        }
        if known == nil { try makeShared() }
        let name = try identify()
        known = name
        if !isReady {
            try Files.makeDirectory(layout.devices)
            try Files.makeDirectory(layout.presences)
            try Files.makeDirectory(layout.directory(of: origin))
            try Files.removeUnfinished(in: layout.directory(of: origin))
            generation = (try layout.segments(of: origin).last?.generation ?? 0) + 1
            isReady = true
        }
        return RemoteIdentity(name: name, epoch: 0)
    }

    /// Gives a new folder its name.
    private mutating func makeShared() throws(RemoteError) {
        if try FolderIdentity.read(layout) != nil { return }
        let isEmpty = try layout.origins().isEmpty
        guard try Files.read(layout.identity) == nil, isEmpty else {
            throw .offline("\(layout.root) is not all there yet")
        }
        try FolderIdentity.write(random.name(), layout)
    }

    /// The folder's name, if it is the one that it must be.
    private func identify() throws(RemoteError) -> String {
        guard let name = try FolderIdentity.read(layout) else {
            throw .offline("\(layout.root) is not the shared folder: is its disk mounted?")
        }
        guard known == nil || known == name else {
            throw .offline("\(layout.root) is another shared folder than before")
        }
        return name
    }

    /// Looks again before anything is written: a disk may be gone at any time.
    func check() throws(RemoteError) {
        guard isReady else { throw .offline("\(layout.root) has not been set up") }
        _ = try identify()
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
        try check()
        guard !batch.isEmpty else { return [] }
        let name = SegmentName(
            generation: generation,
            run: run,
            first: written + 1,
            last: written + batch.count,
            isPacked: false
        )
        let path = "\(layout.directory(of: origin))/\(name.file)"
        // A call that was given up may have written it: those records are there, and these
        // follow them under numbers of their own.
        try Files.write(Segment(batch).bytes, to: path)
        written += batch.count
        return batch.map { _ in .stored(tag: nil, durable: true) }
    }

    /// Tells the others what this device has seen.
    mutating func report(_ presence: DevicePresence) throws(RemoteError) {
        try check()
        var position = position
        if written > 0 { position.last[run] = written }
        let file = PresenceFile(presence: presence, position: position)
        try Files.write(file.bytes, to: layout.presence(of: origin))
        try pack(now: presence.at)
    }

    /// The presences of all devices.
    ///
    /// One that has read more than has arrived here speaks of no round yet: what it tells of
    /// having seen is true all the same.
    mutating func devices() throws(RemoteError) -> [DevicePresence] {
        try check()
        let reach = try reach()
        var presences: [DevicePresence] = []
        for origin in try layout.present() {
            guard let bytes = try Files.read(layout.presence(of: origin)),
                let file = PresenceFile(bytes: bytes), file.presence.origin == origin
            else { continue }
            var presence = file.presence
            if !file.position.last.allSatisfy({ reach[$0.key, default: 0] >= $0.value }) {
                presence.round = 0
            }
            presences.append(presence)
        }
        return presences
    }

    /// The last record that is here of every run; those replaced are here for ever.
    mutating func reach() throws(RemoteError) -> [UInt64: Int] {
        var reach: [UInt64: Int] = [:]
        for origin in try layout.origins() {
            let names = try layout.segments(of: origin)
            reach.merge(names.reach) { $1 }
            for name in names {
                for run in try replaced(by: name, of: origin) { reach[run] = .max }
            }
        }
        return reach
    }

    /// The runs whose records a packed segment holds in their stead.
    mutating func replaced(
        by name: SegmentName,
        of origin: Origin
    ) throws(RemoteError) -> [UInt64] {
        guard name.isPacked else { return [] }
        if let known = replaced[name.file] { return known }
        let path = "\(layout.directory(of: origin))/\(name.file)"
        guard let bytes = try Files.read(path), let segment = Segment(bytes: bytes) else {
            return []
        }
        replaced[name.file] = segment.replaces
        return segment.replaces
    }

    /// Takes a device off the list; what it wrote stays.
    func forget(_ device: UInt64) throws(RemoteError) {
        try check()
        for origin in try layout.present() where origin.device == device {
            try Files.remove(layout.presence(of: origin))
        }
    }
}
