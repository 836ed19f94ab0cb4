// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A disk, with the contents on stable storage, and later changes, which may be lost.
package struct SimulatedDisk: Sendable {
    /// The fate of the changes that are not on stable storage.
    package enum Loss: Sendable, CaseIterable {
        /// All changes survive.
        case nothing
        /// Changes of contents are lost; changes of names survive.
        case contents
        /// All changes are lost.
        case everything
        /// The last change of contents survives in part at most, in whole sectors; all other
        /// changes survive.
        case tail
        /// Each change of contents survives, is lost, or is torn, independently of the others;
        /// changes of names survive up to a random one.
        case some
    }

    /// The files and directories after a power cut.
    package struct Remains: Sendable {
        /// The contents of the files that the recorded programs have written.
        package fileprivate(set) var files: [String: [UInt8]] = [:]
        package fileprivate(set) var directories: [String] = []
        /// The names of files and directories that are gone.
        package fileprivate(set) var lost: [String] = []
    }

    private enum Change: Sendable {
        case write(offset: Int, bytes: ArraySlice<UInt8>)
        case truncate(size: Int)
    }

    private enum Naming: Sendable {
        case link(String, Int)
        case unlink(String)
        case move(String, String, Int)

        /// The directory of the name.
        var folder: Substring {
            switch self {
            case .link(let path, _), .unlink(let path), .move(_, let path, _):
                path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
            }
        }
    }

    private struct File: Sendable {
        var bytes: [UInt8] = []
        var pending: [(number: Int, change: Change)] = []
        /// True until a recorded program changes the file.
        var isAdopted = false

        /// Returns true if these are the file's bytes as long as there is no power cut.
        func holds(_ expected: [UInt8]) -> Bool {
            var content = bytes
            for (_, change) in pending { SimulatedDisk.apply(change, to: &content) }
            // Without optimization, `==` calls a function for each byte.
            return content.count == expected.count
                && memcmp(content, expected, content.count) == 0
        }
    }

    private static let sector = 512
    /// The number of a directory, in place of that of a file.
    private static let directory = -1
    private var files: [File] = []
    private var names: [String: Int] = [:]
    private var durable: [String: Int] = [:]
    private var pending: [(number: Int, naming: Naming)] = []
    /// True if the disk no longer puts anything on stable storage, although syncs succeed.
    package var lies = false

    package init() {}

    // MARK: Operations

    /// Applies an operation; operations are numbered from 0.
    package mutating func apply(_ operation: FileOperation, _ number: Int) {
        switch operation {
        case .write(let path, let offset, let bytes):
            change(path, .write(offset: offset, bytes: bytes), number)
        case .truncate(let path, let size): change(path, .truncate(size: size), number)
        case .sync(let path, let before): sync(path, before)
        case .create(let path):
            files.append(File())
            name(.link(path, files.count - 1), number)
        case .createDirectory(let path): name(.link(path, Self.directory), number)
        case .remove(let path): name(.unlink(path), number)
        case .move(let path, let target):
            if let file = names[path] { name(.move(path, target, file), number) }
        case .link(let path, let target):
            if let file = names[path] { name(.link(target, file), number) }
        }
    }

    /// Takes over files and directories that other programs changed, as if they were on stable
    /// storage, and forgets those that are missing.
    package mutating func adopt(
        _ found: [String: [UInt8]],
        directories: [String],
        _ number: Int
    ) {
        for path in directories where names[path] == nil {
            adopt(.link(path, Self.directory), number)
        }
        for (path, bytes) in found {
            if let file = names[path], file != Self.directory, files[file].holds(bytes) { continue }
            files.append(File(bytes: bytes, isAdopted: true))
            adopt(.link(path, files.count - 1), number)
        }
        let known = Set(directories).union(found.keys)
        for path in names.keys where !known.contains(path) { adopt(.unlink(path), number) }
    }

    private mutating func adopt(_ naming: Naming, _ number: Int) {
        name(naming, number)
        Self.apply(naming, to: &durable)
    }

    private mutating func change(_ path: String, _ change: Change, _ number: Int) {
        // A file without a name has no content that anything finds again.
        guard let file = names[path], file != Self.directory else { return }
        files[file].pending.append((number, change))
        files[file].isAdopted = false
    }

    private mutating func name(_ naming: Naming, _ number: Int) {
        Self.apply(naming, to: &names)
        pending.append((number, naming))
    }

    private mutating func sync(_ path: String, _ before: Int) {
        if lies { return }
        if let file = names[path], file != Self.directory {
            let kept = files[file].pending.prefix { $0.number < before }
            for (_, change) in kept { Self.apply(change, to: &files[file].bytes) }
            files[file].pending.removeFirst(kept.count)
        } else {
            // A directory: the names in it.
            for (number, naming) in pending where number < before && naming.folder == path {
                Self.apply(naming, to: &durable)
            }
            pending.removeAll { $0.number < before && $0.naming.folder == path }
        }
    }

    private static func apply(_ naming: Naming, to names: inout [String: Int]) {
        switch naming {
        case .link(let path, let file): names[path] = file
        case .unlink(let path): names[path] = nil
        case .move(let path, let target, let file):
            names[path] = nil
            names[target] = file
            guard file == directory else { return }
            for (name, file) in names where name.hasPrefix(path + "/") {
                names[name] = nil
                names[target + name.dropFirst(path.count)] = file
            }
        }
    }

    private static func apply(_ change: Change, to bytes: inout [UInt8]) {
        switch change {
        case .write(let offset, let new):
            let missing = offset + new.count - bytes.count
            if missing > 0 { bytes += [UInt8](repeating: 0, count: missing) }
            bytes.replaceSubrange(offset..<offset + new.count, with: new)
        case .truncate(let size):
            if size < bytes.count {
                bytes.removeLast(bytes.count - size)
            } else {
                bytes += [UInt8](repeating: 0, count: size - bytes.count)
            }
        }
    }

    // MARK: Losses

    /// Returns the files and directories that a restart finds after a power cut.
    package func leaves(
        _ loss: Loss,
        using random: inout some RandomNumberGenerator
    ) -> Remains {
        var left = durable
        for (_, naming) in pending.prefix(surviving(loss, using: &random)) {
            Self.apply(naming, to: &left)
        }
        let gone = names.filter { $0.value == Self.directory && left[$0.key] == nil }.keys
        left = left.filter { name in !gone.contains { name.key.hasPrefix($0 + "/") } }
        var remains = Remains(lost: names.keys.filter { left[$0] == nil })
        let newest = files.compactMap(\.pending.last?.number).max()
        for (path, number) in left.sorted(by: { $0.key < $1.key }) {
            if number == Self.directory {
                remains.directories.append(path)
                continue
            }
            if files[number].isAdopted, names[path] == number { continue }
            var bytes = files[number].bytes
            for (number, change) in files[number].pending {
                let isLast = number == newest
                guard let kept = Self.kept(change, loss, isLast, using: &random) else { continue }
                Self.apply(kept, to: &bytes)
            }
            remains.files[path] = bytes
        }
        return remains
    }

    private func surviving(
        _ loss: Loss,
        using random: inout some RandomNumberGenerator
    ) -> Int {
        switch loss {
        case .everything: 0
        case .some: Int.random(in: 0...pending.count, using: &random)
        case .nothing, .contents, .tail: pending.count
        }
    }

    /// Returns the part of a change that survives; `nil` if none does.
    private static func kept(
        _ change: Change,
        _ loss: Loss,
        _ isLast: Bool,
        using random: inout some RandomNumberGenerator
    ) -> Change? {
        switch loss {
        case .nothing: return change
        case .contents, .everything: return nil
        case .tail: return isLast ? torn(change, using: &random) : change
        case .some:
            let fate = Int.random(in: 0..<10, using: &random)
            return fate < 5 ? change : fate < 7 ? torn(change, using: &random) : nil
        }
    }

    private static func torn(
        _ change: Change,
        using random: inout some RandomNumberGenerator
    ) -> Change? {
        guard case .write(let offset, let bytes) = change, bytes.count > sector else { return nil }
        let sectors = Int.random(in: 1...(bytes.count - 1) / sector, using: &random)
        return .write(offset: offset, bytes: bytes.prefix(sectors * sector))
    }
}
