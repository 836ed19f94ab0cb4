// SPDX-License-Identifier: Apache-2.0

/// One change to the files of a program, as the preloaded library noted it.
package enum FileOperation: Sendable, Equatable {
    case write(path: String, offset: Int, bytes: ArraySlice<UInt8>)
    /// A file was made shorter or longer.
    case truncate(path: String, size: Int)
    /// The operations on a file or a directory before the number `before` are on stable storage.
    case sync(path: String, before: Int)
    case create(path: String)
    case createDirectory(path: String)
    case remove(path: String)
    /// A file or a directory has a new name, which another file may have had.
    case move(path: String, target: String)
    /// A file has a second name.
    case link(path: String, target: String)
}

/// A journal of the changes that programs made to files; see `state_test_machine.h`.
package struct DiskJournal: Sendable {
    package private(set) var operations: [FileOperation] = []

    private static let headerBytes = 24

    /// Parses a journal; ignores a last record that the end of a program truncated.
    ///
    /// - Parameters:
    ///   - bytes: The journal.
    ///   - first: The number of its first operation.
    package init(_ bytes: [UInt8], from first: Int = 0) {
        var place = 0
        // The places of the operations in the journal: a sync names one.
        var places: [Int] = []
        while place + Self.headerBytes <= bytes.count {
            let header = Header(bytes[place..<place + Self.headerBytes])
            let path = place + Self.headerBytes
            let rest = path + header.pathBytes
            let end = rest + header.bytes
            guard end <= bytes.count else { return }
            let text = String(decoding: bytes[path..<rest], as: UTF8.self)
            let covered = first + places.partitioningIndex { $0 >= header.number }
            places.append(place)
            operations.append(header.operation(on: text, covered, bytes[rest..<end]))
            place = end
        }
    }

    private struct Header {
        let kind, pathBytes, bytes, number: Int

        init(_ bytes: ArraySlice<UInt8>) {
            func field(_ place: Int, _ count: Int) -> Int {
                bytes.dropFirst(place).prefix(count).reversed().reduce(0) { $0 << 8 | Int($1) }
            }
            (kind, pathBytes) = (field(0, 4), field(4, 4))
            (self.bytes, number) = (field(8, 8), field(16, 8))
        }

        func operation(on path: String, _ covered: Int, _ rest: ArraySlice<UInt8>) -> FileOperation
        {
            switch kind {
            case 1: .write(path: path, offset: number, bytes: rest)
            case 2: .sync(path: path, before: covered)
            case 3: .truncate(path: path, size: number)
            case 4: .create(path: path)
            case 5: .createDirectory(path: path)
            case 6: .remove(path: path)
            case 7: .move(path: path, target: String(decoding: rest, as: UTF8.self))
            default: .link(path: path, target: String(decoding: rest, as: UTF8.self))
            }
        }
    }
}

extension [Int] {
    /// Returns the index of the first element that meets a condition; all later elements must meet
    /// it too.
    fileprivate func partitioningIndex(where isMet: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isMet(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
