// SPDX-License-Identifier: Apache-2.0

/// A simulation of a power cut: each unsynced write to a file survives or not, in any combination,
/// and some may survive in part.
package struct PowerCut {
    /// The extent of the loss.
    package enum Loss: Sendable, CaseIterable {
        /// All unsynced writes survive: the disk had written them already.
        case nothing
        /// No unsynced write survives.
        case everything
        /// Some unsynced writes survive.
        case some
    }

    private static let sector = 512

    /// Returns the file's bytes after the power cut.
    ///
    /// - Parameters:
    /// - bytes: the file's bytes as the process left them.
    /// - unsynced: the unsynced writes, oldest first.
    /// - loss: the extent of the loss.
    /// - random: the generator that chooses the surviving writes if only some survive.
    /// - Returns: the bytes that a restart finds.
    package static func leaves(
        of bytes: [UInt8],
        unsynced: [UnsyncedWrite],
        loss: Loss,
        using random: inout SeededRandom
    ) -> [UInt8] {
        if loss == .nothing { return bytes }
        var left = bytes
        for write in unsynced.reversed() { undo(write, in: &left) }
        if loss == .everything { return left }
        for write in unsynced {
            switch Int.random(in: 0..<10, using: &random) {
            case ..<5: redo(write, in: &left)
            case 5: redo(torn(write, using: &random), in: &left)
            default: break
            }
        }
        return left
    }

    private static func undo(_ write: UnsyncedWrite, in bytes: inout [UInt8]) {
        put(write.old, at: write.offset, in: &bytes)
        resize(&bytes, to: write.sizeBefore)
    }

    private static func redo(_ write: UnsyncedWrite, in bytes: inout [UInt8]) {
        if let new = write.new {
            put(new, at: write.offset, in: &bytes)
        } else {
            resize(&bytes, to: min(write.offset, bytes.count))
        }
    }

    private static func torn(
        _ write: UnsyncedWrite,
        using random: inout SeededRandom
    ) -> UnsyncedWrite {
        guard let new = write.new, new.count > sector else { return write }
        var torn = write
        let sectors = Int.random(in: 0..<(new.count / sector), using: &random)
        torn.new = Array(new.prefix(sectors * sector))
        return torn
    }

    private static func put(_ part: [UInt8], at offset: Int, in bytes: inout [UInt8]) {
        if part.isEmpty { return }
        resize(&bytes, to: max(bytes.count, offset + part.count))
        bytes.replaceSubrange(offset..<offset + part.count, with: part)
    }

    private static func resize(_ bytes: inout [UInt8], to size: Int) {
        if size < bytes.count {
            bytes.removeLast(bytes.count - size)
        } else {
            bytes += [UInt8](repeating: 0, count: size - bytes.count)
        }
    }
}
