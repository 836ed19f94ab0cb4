// SPDX-License-Identifier: Apache-2.0

/// One change to the files of a store, as the preloaded library noted it; see `crash_faults.h`.
package enum FileOperation: Sendable, Equatable {
    /// Bytes were written at an offset.
    case write(path: String, offset: Int, bytes: ArraySlice<UInt8>)
    /// A file was made shorter or longer.
    case truncate(path: String, size: Int)
    /// A file or a directory is on stable storage, as far as operation number `before`.
    case sync(path: String, before: Int)
    /// A file was created.
    case create(path: String)
    /// A directory was created.
    case createDirectory(path: String)
    /// A name was removed.
    case remove(path: String)
    /// A name was given to the file of another one.
    case move(path: String, target: String)
}

/// The journal of a process that changed a store's files.
package struct Journal: Sendable {
    /// The operations, in order.
    package private(set) var operations: [FileOperation] = []

    private static let headerBytes = 32

    /// Parses the whole journal; the process ended before it was read.
    package init(_ bytes: [UInt8]) {
        var place = 0
        // The places of the operations in the journal: a sync names one.
        var places: [Int] = []
        while place + Self.headerBytes <= bytes.count {
            let header = Header(bytes[place..<place + Self.headerBytes])
            let path = place + Self.headerBytes
            let old = path + header.pathBytes
            let new = old + header.oldBytes
            let end = new + header.newBytes
            let text = String(decoding: bytes[path..<old], as: UTF8.self)
            let covered = places.partitioningIndex { $0 >= header.number }
            places.append(place)
            operations.append(header.operation(on: text, covered, bytes[new..<end]))
            place = end
        }
    }

    private struct Header {
        let kind, pathBytes, oldBytes, newBytes, offset, number: Int

        init(_ bytes: ArraySlice<UInt8>) {
            func field(_ place: Int, _ count: Int) -> Int {
                bytes.dropFirst(place).prefix(count).reversed().reduce(0) { $0 << 8 | Int($1) }
            }
            (kind, pathBytes, oldBytes) = (field(0, 4), field(4, 4), field(8, 4))
            (newBytes, offset, number) = (field(12, 4), field(16, 8), field(24, 8))
        }

        func operation(on path: String, _ covered: Int, _ new: ArraySlice<UInt8>) -> FileOperation {
            switch kind {
            case 1: .write(path: path, offset: offset, bytes: new)
            case 2: .sync(path: path, before: covered)
            case 4: .truncate(path: path, size: offset)
            case 8: .create(path: path)
            case 16: .remove(path: path)
            case 64: .createDirectory(path: path)
            default: .move(path: path, target: String(decoding: new, as: UTF8.self))
            }
        }
    }
}

extension [Int] {
    /// Returns the index of the first element that meets a condition which all later ones meet.
    fileprivate func partitioningIndex(where isMet: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isMet(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
