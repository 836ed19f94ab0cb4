// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import RemoteFolder
import StateModel
import StateSync
import StateTesting
import SyncModel
import SyncTesting
import Testing

/// A folder whose files a carrier damages, before or after they were read.
@Suite struct `A folder with a damaged file` {
    /// The things that happen to a file.
    enum Fault: CaseIterable, Sendable {
        case flipped, cut, emptied, zeroed, grown, renamed, deleted, replayed, link, pipe, directory
        case conflictCopy

        func happen(to path: String) throws {
            let whole = try DaemonFiles.read(path)
            switch self {
            case .flipped:
                var bytes = whole
                bytes[bytes.count / 2] ^= 4
                try DaemonFiles.write(bytes, to: path)
            case .cut: try DaemonFiles.write(Array(whole.prefix(whole.count * 2 / 3)), to: path)
            case .emptied: try DaemonFiles.write([], to: path)
            case .zeroed:
                try DaemonFiles.write([UInt8](repeating: 0, count: whole.count), to: path)
            case .grown: truncate(path, 3 << 30)
            case .renamed: rename(path, path + ".bak")
            case .deleted: unlink(path)
            case .replayed:
                // Another file of the same device under this one's name.
                let folder = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
                let other = DaemonFiles.names(in: folder).map { folder + "/" + $0 }
                    .filter { $0 != path && $0.hasSuffix(".seg") }.sorted().first
                if let other { try DaemonFiles.write(try DaemonFiles.read(other), to: path) }
            case .link:
                unlink(path)
                symlink("/nonexistent/\(getpid())", path)
            case .pipe:
                unlink(path)
                mkfifo(path, 0o600)
            case .directory:
                unlink(path)
                mkdir(path, 0o700)
            case .conflictCopy:
                try DaemonFiles.write(whole, to: path + ".sync-conflict-20261122-101010-ABCDEF.seg")
                try DaemonFiles.write([1, 2, 3], to: path)
            }
        }

        /// Returns the path that a reader reports for a file: only its beginning if that is all that
        /// is known.
        func report(of path: String) -> String {
            guard self != .renamed else { return path + ".bak" }
            guard self == .deleted else { return path }
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            let name = parts.last?.split(separator: "-") ?? []
            return (parts.dropLast() + ["*-\(name[1])-\(name[2])-*"]).joined(separator: "/")
        }
    }

    /// The names that programs give to a file that is on its way, in conflict, or kept elsewhere.
    static let substitutes = [
        "%.nextcloud", ".%.icloud", "%.part", ".syncthing.%.tmp",
        "% (conflicted copy 2026-11-25).seg",
        "%.sync-conflict-20261125-101010-ABCDEFG.seg",
    ]

    private let folder: SharedFolderHarness
    private let mirrors: TemporaryDirectory

    init() throws {
        folder = try SharedFolderHarness()
        mirrors = try TemporaryDirectory()
    }

    /// A device with private copies of what it writes.
    private func remote(_ number: UInt64) -> FolderRemote {
        FolderRemote(
            path: folder.path,
            origin: Origin(device: number, incarnation: 1),
            known: nil,
            mirror: mirrors.file("\(number)"),
            pollInterval: 50
        )
    }

    /// An attic with four segments of an item and an event each, and a cellar.
    private func pair() async -> (attic: RemoteDevice, cellar: RemoteDevice, reader: FolderRemote) {
        let attic = device(1, remote(1))
        for number in 1...4 {
            await attic.save("film \(number)", Double(number), now: Timestamp(number))
            await attic.append("e\(number)", now: Timestamp(number))
            await attic.round(now: Timestamp(number))
        }
        let reader = remote(2)
        return (attic, device(2, reader), reader)
    }

    private func expectAll(_ device: RemoteDevice, _ fault: Fault, _ file: Int) async {
        #expect(await device.eventIDs == ["e1", "e2", "e3", "e4"], "\(fault) \(file)")
        for number in 1...4 {
            #expect(await device.position("film \(number)") == Double(number), "\(fault) \(file)")
        }
    }

    @Test(arguments: Fault.allCases, [false, true])
    func `a damaged, missing or replaced file is skipped, reported, and rewritten by its device`(
        fault: Fault,
        wasRead: Bool
    ) async throws {
        for file in 0..<4 {
            let test = try Self()
            try await test.check(fault, file, wasRead: wasRead)
        }
    }

    @Test(arguments: substitutes, 0..<4)
    func `a file that a copying program has renamed counts as missing, and delays no other file`(
        name: String,
        file: Int
    ) async throws {
        let (attic, cellar, reader) = await pair()
        let other = device(3, remote(3))
        await other.save("other", 9, now: 40)
        await other.append("o", now: 40)
        await other.round(now: 41)
        let path = "\(folder.path)/\(folder.files(".seg").filter { $0.contains("01-1/") }[file])"
        let slash = try #require(path.lastIndex(of: "/"))
        let own = path[path.index(after: slash)...]
        let substitute = path[...slash] + name.replacing("%", with: own)
        rename(path, "\(substitute)")
        for now in [100, 101] { #expect(await cellar.round(now: Timestamp(now)).error == nil) }
        #expect(reader.findings.damaged.map(\.path) == ["\(substitute)"])
        #expect(reader.findings.damaged.map(\.isMissing) == [true])
        #expect(await cellar.position("other") == 9)
        #expect(await cellar.eventIDs.contains("o"))
        for number in 1...4 where number != file + 1 {
            #expect(await cellar.position("film \(number)") == Double(number))
        }
        await attic.round(now: 200)
        #expect(await cellar.round(now: 300).error == nil)
        #expect(reader.findings.damaged.isEmpty)
        #expect(await cellar.position("film \(file + 1)") == Double(file + 1))
    }

    private func check(_ fault: Fault, _ file: Int, wasRead: Bool) async throws {
        let (attic, cellar, reader) = await pair()
        if wasRead { await cellar.round(now: 50) }
        let path = "\(folder.path)/\(folder.files(".seg")[file])"
        try fault.happen(to: path)
        #expect(await cellar.round(now: 100).error == nil)
        if wasRead {
            await expectAll(cellar, fault, file)
        } else {
            // What does not depend on it is there.
            for number in 1...4 where number != file + 1 {
                #expect(await cellar.position("film \(number)") == Double(number))
            }
            #expect(await cellar.eventIDs == (0..<file).map { "e\($0 + 1)" }, "\(fault) \(file)")
            let isGone = fault == .deleted || fault == .renamed
            let reported = reader.findings.damaged
            #expect(reported.map(\.isMissing) == [isGone], "\(fault) \(file)")
            #expect(reported.first?.path == fault.report(of: path), "\(fault) \(file)")
            #expect(reported.first?.origin == Origin(device: 1, incarnation: 1))
        }
        await attic.round(now: 200)
        #expect(await cellar.round(now: 300).error == nil)
        await expectAll(cellar, fault, file)
        #expect(reader.findings.damaged.isEmpty, "\(fault) \(file)")
        // A device that joins later reads the same.
        let late = device(3, remote(3))
        await late.round(now: 400)
        await expectAll(late, fault, file)
    }

    @Test func `an unreadable file does not stop the others`() async throws {
        guard getuid() != 0 else { return try await unreadableDirectory() }
        let (attic, cellar, _) = await pair()
        let path = "\(folder.path)/\(folder.files(".seg")[1])"
        chmod(path, 0)
        await cellar.round(now: 100)
        #expect(await cellar.position("film 4") == 4)
        chmod(path, 0o600)
        await attic.round(now: 200)
        await cellar.round(now: 300)
        await expectAll(cellar, .flipped, 1)
    }

    /// Permissions do not hold root back; a file in the directory's place does.
    private func unreadableDirectory() async throws {
        let (attic, cellar, _) = await pair()
        let home = "\(folder.path)/devices/\(Origin(device: 1, incarnation: 1))"
        rename(home, home + ".away")
        await cellar.save("own", 9, now: 90)
        #expect(await cellar.round(now: 100).error == nil)
        rename(home + ".away", home)
        await attic.round(now: 200)
        await cellar.round(now: 300)
        await expectAll(cellar, .renamed, 0)
        await attic.round(now: 400)
        #expect(await attic.position("own") == 9)
    }

    @Test func `a damaged file does not prevent the packing of other files`() async throws {
        let attic = device(1, remote(1))
        for number in 1...63 {
            await attic.save("film \(number)", Double(number), now: Timestamp(number))
            await attic.round(now: Timestamp(number))
        }
        try Fault.flipped.happen(to: "\(folder.path)/\(folder.files(".seg")[7])")
        for number in 64...66 {
            await attic.save("film \(number)", Double(number), now: Timestamp(number))
            await attic.round(now: Timestamp(number))
        }
        #expect(folder.files(".pack").count == 1)
        let cellar = device(2, remote(2))
        await cellar.round(now: 100)
        for number in 1...66 { #expect(await cellar.position("film \(number)") == Double(number)) }
    }

    @Test(arguments: [[1, 2, 3], []] as [[UInt8]])
    func `a device that knows the folder's identity syncs despite a damaged stated-folder file`(
        bytes: [UInt8]
    ) async throws {
        let (attic, cellar, _) = await pair()
        await cellar.round(now: 50)
        try DaemonFiles.write(bytes, to: "\(folder.path)/stated-folder")
        await attic.save("film 1", 100, now: 60)
        #expect(await attic.round(now: 60).error == nil)
        #expect(await cellar.round(now: 70).error == nil)
        #expect(await cellar.position("film 1") == 100)
    }

    @Test(arguments: [Fault.flipped, .cut, .emptied, .grown, .pipe, .link])
    func `damaged presence files are rewritten, and sync continues`(
        fault: Fault
    ) async throws {
        let (attic, cellar, _) = await pair()
        await cellar.round(now: 50)
        for file in folder.files() where file.hasPrefix("presences/") {
            try fault.happen(to: "\(folder.path)/\(file)")
        }
        // Both are started anew as well.
        await attic.save("film 1", 100, now: 60)
        for round in 0..<3 {
            #expect(await attic.round(now: 60 + round).error == nil, "\(fault)")
            #expect(await cellar.round(now: 70 + round).error == nil, "\(fault)")
        }
        #expect(await cellar.position("film 1") == 100)
        let fresh = remote(1)
        _ = try await fresh.setUp()
        let presences = try await fresh.devices()
        #expect(presences.count == 2)
        #expect(presences.allSatisfy { $0.at > 0 }, "\(fault)")
    }

    @Test func `two folders that a copying program has merged become one`() async throws {
        let other = try SharedFolderHarness()
        let attic = device(1, folder.remote(1))
        let cellarRemote = other.remote(2)
        await attic.save("film", 10, now: 1)
        await attic.append("e1", now: 1)
        await attic.round(now: 1)
        let cellar = device(2, cellarRemote)
        await cellar.save("song", 20, now: 2)
        await cellar.append("e2", now: 2)
        await cellar.round(now: 2)
        // The carrier brings each what the other has; of the two name files one is left.
        func carry(_ from: SharedFolderHarness, _ to: SharedFolderHarness) throws {
            for file in from.files() {
                let path = "\(from.path)/\(file)"
                var status = stat()
                guard stat(path, &status) == 0 else { continue }
                if status.st_mode & S_IFMT == S_IFDIR {
                    mkdir("\(to.path)/\(file)", 0o700)
                } else {
                    try DaemonFiles.write(try DaemonFiles.read(path), to: "\(to.path)/\(file)")
                }
            }
        }
        try carry(folder, other)
        for round in 3...8 {
            #expect(await attic.round(now: Timestamp(round)).error == nil)
            try carry(folder, other)
            #expect(await cellar.round(now: Timestamp(round)).error == nil)
            try carry(other, folder)
        }
        for device in [attic, cellar] {
            #expect(await device.position("film") == 10)
            #expect(await device.position("song") == 20)
            #expect(await device.eventIDs.sorted() == ["e1", "e2"])
        }
    }
}
