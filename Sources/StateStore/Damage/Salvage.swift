// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import StateModel

/// The recovery of rows from files that SQLite trusts only in part, or not at all.
///
/// Pages are never spliced. A row is recovered only if it verifies by itself and is newer than
/// everything that the store holds, and it takes the position that its number gives it. A copy of a
/// damaged log is kept under a name of its own until the rows are committed, so that a kill at any
/// step loses nothing of it.
struct Salvage {
    /// The damage and the rows recovered.
    private(set) var loss: LogLoss
    private let logs: [String]
    private let databases: [String]
    private let path: String

    /// Creates the salvage that a store needs before it is opened; `nil` if it needs none.
    ///
    /// - Parameters:
    ///   - path: the store's file.
    ///   - wasRunning: true if the last daemon had written to the log and did not stop normally.
    ///   - damaged: a damaged store that this one replaces.
    init?(before path: String, wasRunning: Bool, damaged: String?) {
        self.path = path
        let pending = Self.pending(path)
        if let damaged {
            loss = LogLoss(cause: .file, kept: damaged)
            logs = [damaged + "-wal", pending]
            databases = [damaged]
            return
        }
        databases = [path]
        if access(pending, F_OK) == 0 {
            loss = LogLoss(cause: .middle, kept: pending)
            logs = [pending]
            return
        }
        guard let inspected = Self.inspect(path + "-wal", of: path) else {
            guard wasRunning, access(path, F_OK) == 0 else { return nil }
            loss = LogLoss(cause: .missing, kept: nil)
            logs = []
            return
        }
        guard !inspected.hidden.isEmpty else { return nil }
        // Without disk space for a copy, the rows are recovered all the same.
        let isCopied = Self.copy(path + "-wal", to: pending)
        loss = LogLoss(
            cause: inspected.hasDamagedHeader ? .header : .middle,
            kept: isCopied ? pending : nil
        )
        logs = [isCopied ? pending : path + "-wal"]
    }

    private static func pending(_ path: String) -> String { path + "-wal.salvage" }

    private static func pageSize(of database: String) -> Int {
        guard let file = MappedFile(database), file.bytes.count >= 100 else { return 4_096 }
        let size = file.bytes.bigEndian16(16)
        return size >= 512 && size & (size - 1) == 0 ? size : size == 1 ? 65_536 : 4_096
    }

    /// Returns the inspection of a log; `nil` if the log holds no frame.
    private static func inspect(_ log: String, of database: String) -> WriteAheadLog.Inspection? {
        guard let file = MappedFile(log),
            let log = WriteAheadLog(file.bytes, pageSize: pageSize(of: database)), log.count > 0
        else { return nil }
        return withExtendedLifetime(file) { log.inspect() }
    }

    /// Returns true if the log of the database at `path` holds frames, whether intact or not.
    static func holdsFrames(_ path: String) -> Bool {
        guard let file = MappedFile(path + "-wal") else { return false }
        return WriteAheadLog(file.bytes, pageSize: pageSize(of: path))?.count ?? 0 > 0
    }

    /// Copies a whole file; the copy gets its name only once it is on stable storage.
    private static func copy(_ source: String, to target: String) -> Bool {
        guard let file = MappedFile(source) else { return false }
        let unfinished = target + ".new"
        unlink(unfinished)
        let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var written = 0
        while written < file.bytes.count {
            let count = write(
                descriptor,
                file.bytes.baseAddress?.advanced(by: written),
                file.bytes.count - written
            )
            guard count > 0 else {
                unlink(unfinished)
                return false
            }
            written += count
        }
        return fsync(descriptor) == 0 && rename(unfinished, target) == 0
    }

    // MARK: Reading

    /// Returns everything newer than `known` that verifies.
    private func scan(after known: (row: SequenceNumber, event: SequenceNumber)) -> PageScanner {
        var scanner = PageScanner(after: known)
        for database in databases {
            guard let file = MappedFile(database) else { continue }
            let size = Self.pageSize(of: database)
            let pages = Pages(file.bytes, size)
            for page in 0..<file.bytes.count / size {
                scanner.scan(pages.page(page + 1), isFirst: page == 0) { pages.known($0) }
            }
        }
        for log in logs { scan(log, into: &scanner) }
        return scanner
    }

    private func scan(_ path: String, into scanner: inout PageScanner) {
        let size = Self.pageSize(of: databases.first ?? self.path)
        guard let file = MappedFile(path), let log = WriteAheadLog(file.bytes, pageSize: size)
        else {
            return
        }
        let database = databases.first.flatMap { MappedFile($0) }
        let pages = database.map { Pages($0.bytes, size) }
        let inspection = log.inspect()
        let frames = loss.cause == .file ? 0..<log.count : inspection.hidden
        // The newest frame of each page, as of the transaction of the current frame.
        var newest: [Int: Int] = [:]
        for frame in 0..<frames.lowerBound { newest[log.pageNumber(frame)] = frame }
        var first = frames.lowerBound
        for frame in frames {
            newest[log.pageNumber(frame)] = frame
            guard log.isCommit(frame) || frame + 1 == frames.upperBound else { continue }
            for part in first...frame {
                scanner.scan(log.page(part), isFirst: log.pageNumber(part) == 1) { number in
                    newest[number].map { log.page($0) } ?? pages?.known(number)
                }
            }
            first = frame + 1
        }
    }

    /// The pages of a database file.
    private struct Pages {
        private let bytes: UnsafeRawBufferPointer
        private let size: Int

        init(_ bytes: UnsafeRawBufferPointer, _ size: Int) {
            self.bytes = bytes
            self.size = size
        }

        func page(_ number: Int) -> UnsafeRawBufferPointer {
            bytes.slice((number - 1) * size..<number * size)
        }

        func known(_ number: Int) -> UnsafeRawBufferPointer? {
            number > 0 && number * size <= bytes.count ? page(number) : nil
        }
    }

    // MARK: Writing

    /// Inserts the rows found, before the store is read.
    ///
    /// - Throws: ``StoreError``, of kind `corrupt` if the part that SQLite sees is not an
    ///   intact database.
    mutating func bringIn(into file: StoreFile) throws(StoreError) {
        let check = try file.prepare("PRAGMA quick_check(1)")
        if try check.step(), check.text(0) != "ok" {
            throw StoreError(.corrupt, "\(path): \(check.text(0))")
        }
        check.reset()
        let meta = try Meta(file)
        let known = (
            row: max(try Self.newest("change", file), try meta.number(.last)),
            event: max(
                try Self.newest("event", file),
                try meta.number(.eventsCompacted),
                try meta.number(.eventsLast)
            )
        )
        let found = scan(after: known)
        let events = found.verifiedEvents
        loss.rows = found.rows.count
        loss.events = events.count
        let last = found.rows.keys.max() ?? known.row
        let lastEvent = events.keys.max() ?? known.event
        loss.missing = (last - known.row) - loss.rows + (lastEvent - known.event) - loss.events
        guard loss.isSerious else { return }
        try RawSQLite.execute("BEGIN IMMEDIATE", on: file.handle)
        do throws(StoreError) {
            try insert(found.rows, into: file)
            try insert(events, into: file)
            try noteDevices(found.rows, events, in: file)
            try note(last: last, lastEvent, in: meta, file)
            try RawSQLite.execute("COMMIT", on: file.handle)
        } catch {
            if RawSQLite.isInTransaction(file.handle) {
                try? RawSQLite.execute("ROLLBACK", on: file.handle)
            }
            throw error
        }
    }

    private static func newest(
        _ table: String,
        _ file: StoreFile
    ) throws(StoreError) -> SequenceNumber {
        let read = try file.prepare("SELECT max(sequence) FROM \(table)")
        return try read.integer() ?? .start
    }

    private func insert(
        _ rows: [SequenceNumber: StoredRow],
        into file: StoreFile
    ) throws(StoreError) {
        let write = try file.prepare(
            "INSERT OR IGNORE INTO change (\(StoredRow.columns)) "
                + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        )
        for (_, row) in rows.sorted(by: { $0.key < $1.key }) {
            write.bind(row)
            try write.run()
        }
    }

    private func insert(
        _ events: [SequenceNumber: EventRow],
        into file: StoreFile
    ) throws(StoreError) {
        let table = try EventTable(file, DamageNotes())
        for (_, row) in events.sorted(by: { $0.key < $1.key })
        where try table.row(id: row.event.id) == nil {
            try table.insert(row)
        }
    }

    /// Adds missing entries for devices that rows name, so that their numbers are not reused.
    private func noteDevices(
        _ rows: [SequenceNumber: StoredRow],
        _ events: [SequenceNumber: EventRow],
        in file: StoreFile
    ) throws(StoreError) {
        var numbers = Set(events.values.map(\.origin))
        for row in rows.values {
            if case .item(let record)? = row.row?.body { numbers.insert(record.device) }
        }
        let write = try file.prepare(
            "INSERT OR IGNORE INTO device (number, origin, label) VALUES (?1, ?2, ?3)"
        )
        for number in numbers.sorted() where number > .own {
            write.bind(
                all: number,
                "\(String(UInt64.random(in: .min ... .max), radix: 16))/unknown",
                "unknown"
            )
            try write.run()
        }
    }

    /// Records the end of the log, and that the store is no longer the same.
    ///
    /// Tokens become invalid, the device begins a new incarnation, and the remote receives
    /// everything again.
    private func note(
        last: SequenceNumber,
        _ lastEvent: SequenceNumber,
        in meta: Meta,
        _ file: StoreFile
    ) throws(StoreError) {
        try meta.set(.last, last)
        try meta.set(.copied, 1)
        let count = try file.prepare(
            "SELECT count(*), (SELECT max(ordinal) FROM event WHERE origin = \(DeviceID.own)) "
                + "FROM event"
        )
        guard try count.step() else { return }
        try meta.set(.eventsDropped, lastEvent.rawValue - count.int(0))
        try meta.set(.eventsLast, lastEvent)
        try meta.set(.eventOrdinal, max(try meta.number(.eventOrdinal), count.int(1)))
        count.reset()
        try RawSQLite.execute("UPDATE sync_state SET seed = 1", on: file.handle)
    }

    /// Renames the copy of the log to its final name: the store holds its rows now.
    mutating func end() {
        let pending = Self.pending(path)
        guard access(pending, F_OK) == 0 else { return }
        guard loss.isSerious || loss.cause == .header else {
            unlink(pending)
            loss.kept = nil
            return
        }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let kept = "\(path)-wal.damaged-\(now.tv_sec * 1_000 + now.tv_nsec / 1_000_000)"
        if rename(pending, kept) == 0, loss.cause != .file { loss.kept = kept }
    }
}
