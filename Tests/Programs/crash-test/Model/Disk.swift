// SPDX-License-Identifier: Apache-2.0

/// A disk: what is on stable storage, and what was done since and may be lost.
package struct Disk: Sendable {
    /// The fate of what is not on stable storage.
    package enum Loss: Sendable, CaseIterable {
        /// Everything survives: the disk had written it.
        case nothing
        /// Contents are lost, changes of names survive.
        case contents
        /// Contents and changes of names are lost.
        case everything
        /// The last write survives in part, in whole sectors; what precedes it survives.
        case tail
        /// Each write survives, is lost, or is torn, in any order; changes of names survive in order.
        case some
    }

    private enum Change: Sendable {
        case write(offset: Int, bytes: ArraySlice<UInt8>)
        case truncate(size: Int)
    }

    private enum Naming: Sendable {
        case link(String, Int)
        case unlink(String)
        case move(String, String)

        /// The directory of the name.
        var folder: Substring {
            switch self {
            case .link(let path, _), .unlink(let path), .move(_, let path):
                path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
            }
        }
    }

    private struct File: Sendable {
        var bytes: [UInt8] = []
        var pending: [(number: Int, change: Change)] = []
    }

    private static let sector = 512
    /// The number of a directory, in place of that of a file.
    private static let directory = -1
    private var files: [File] = []
    private var names: [String: Int] = [:]
    private var durable: [String: Int] = [:]
    private var pending: [(number: Int, naming: Naming)] = []
    private let lies: Bool

    /// Creates an empty disk; one that lies puts nothing on stable storage, whatever it says.
    package init(lies: Bool = false) {
        self.lies = lies
    }

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
        case .move(let path, let target): name(.move(path, target), number)
        }
    }

    private mutating func change(_ path: String, _ change: Change, _ number: Int) {
        // A file without a name has no content that anything finds again.
        guard let file = names[path], file != Self.directory else { return }
        files[file].pending.append((number, change))
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
        case .move(let path, let target): names[target] = names.removeValue(forKey: path)
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

    /// Returns the files that a restart finds after a power cut.
    package func leaves(_ loss: Loss, using random: inout SeededRandom) -> [String: [UInt8]] {
        var left = durable
        for (_, naming) in pending.prefix(surviving(loss, using: &random)) {
            Self.apply(naming, to: &left)
        }
        let newest = files.compactMap(\.pending.last?.number).max()
        var contents: [String: [UInt8]] = [:]
        let lost = names.filter { $0.value == Self.directory && left[$0.key] == nil }.keys
        for (path, number) in left.sorted(by: { $0.key < $1.key }) where number != Self.directory {
            if lost.contains(where: { path.hasPrefix($0 + "/") }) { continue }
            var bytes = files[number].bytes
            for (number, change) in files[number].pending {
                let isLast = number == newest
                guard let kept = Self.kept(change, loss, isLast, using: &random) else { continue }
                Self.apply(kept, to: &bytes)
            }
            contents[path] = bytes
        }
        return contents
    }

    private func surviving(_ loss: Loss, using random: inout SeededRandom) -> Int {
        switch loss {
        case .everything: 0
        case .some: Int.random(in: 0...pending.count, using: &random)
        case .nothing, .contents, .tail: pending.count
        }
    }

    /// Returns what of a change survives; `nil` if nothing does.
    private static func kept(
        _ change: Change,
        _ loss: Loss,
        _ isLast: Bool,
        using random: inout SeededRandom
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

    private static func torn(_ change: Change, using random: inout SeededRandom) -> Change? {
        guard case .write(let offset, let bytes) = change, bytes.count > sector else { return nil }
        let sectors = Int.random(in: 1...(bytes.count - 1) / sector, using: &random)
        return .write(offset: offset, bytes: bytes.prefix(sectors * sector))
    }
}
