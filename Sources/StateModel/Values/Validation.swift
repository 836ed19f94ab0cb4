// SPDX-License-Identifier: Apache-2.0

package struct SnapshotFault: Error, Equatable {
    package let field: String
    package let reason: String
}

extension Snapshot {
    package var fault: SnapshotFault? {
        identityFault ?? timeFault ?? textFault ?? reading?.fault
    }

    private var identityFault: SnapshotFault? {
        guard (1...Limits.itemBytes).contains(item.utf8.count) else {
            return SnapshotFault(
                field: "item",
                reason: "must be 1 to \(Limits.itemBytes) bytes of UTF-8"
            )
        }
        guard Limits.isName(player, atMost: Limits.playerBytes) else {
            return SnapshotFault(
                field: "player",
                reason: "must be 1 to \(Limits.playerBytes) bytes of A-Z, a-z, 0-9, '.', '_', '-'"
            )
        }
        return nil
    }

    private var timeFault: SnapshotFault? {
        guard position.isFinite, position >= 0 else {
            return SnapshotFault(field: "position", reason: "must be a finite number of at least 0")
        }
        if let duration {
            guard duration.isFinite, duration > 0 else {
                return SnapshotFault(
                    field: "duration",
                    reason: "must be a finite number above 0, or absent"
                )
            }
            guard position <= duration + Limits.secondsBeyondDuration else {
                return SnapshotFault(
                    field: "position",
                    reason: "must not exceed the duration by more than 1 s"
                )
            }
        }
        if let rate, !rate.isFinite {
            return SnapshotFault(field: "rate", reason: "must be a finite number")
        }
        if let ttl, !Limits.ttlSeconds.contains(ttl) {
            return SnapshotFault(
                field: "ttl",
                reason: "must be 1 to \(Limits.ttlSeconds.upperBound) seconds"
            )
        }
        return nil
    }

    private var textFault: SnapshotFault? {
        if let title, title.utf8.count > Limits.titleBytes {
            return SnapshotFault(
                field: "title",
                reason: "must be at most \(Limits.titleBytes) bytes"
            )
        }
        if let reason, reason.utf8.count > Limits.reasonBytes {
            return SnapshotFault(
                field: "reason",
                reason: "must be at most \(Limits.reasonBytes) bytes"
            )
        }
        return nil
    }
}

extension ReadingPlace {
    fileprivate var fault: SnapshotFault? {
        if let fraction, !(0...1).contains(fraction) {
            return SnapshotFault(field: "fraction", reason: "must be a number from 0 to 1")
        }
        if let locator, locator.utf8.count > Limits.locatorBytes {
            return SnapshotFault(
                field: "locator",
                reason: "must be at most \(Limits.locatorBytes) bytes"
            )
        }
        return nil
    }
}

package enum Limits {
    /// The maximum distance of a position beyond the duration, which may be rounded, in seconds.
    package static let secondsBeyondDuration = 1.0
    package static let itemBytes = 1024
    package static let playerBytes = 64
    package static let deviceBytes = 64
    /// The maximum stored length of another program's message, in bytes of UTF-8.
    package static let messageBytes = 512
    package static let labelBytes = 256
    package static let titleBytes = 1024
    package static let reasonBytes = 4096
    package static let locatorBytes = 4096
    package static let eventIDBytes = 128
    package static let topicBytes = 128
    package static let eventKeyBytes = 1024
    package static let eventBodyBytes = 64 << 10
    /// The maximum nesting of JSON in an event's body.
    ///
    /// A list of events nests the body four levels deep, and clients read up to 32 levels.
    package static let eventBodyDepth = 28
    /// The range of the time to live of a resume point, in seconds: 1 second to 366 days.
    package static let ttlSeconds = 1...31_622_400
    package static let pageDefault = 100
    package static let pageMaximum = 1000

    /// Returns true if `name` consists of 1 to `bytes` characters of `[A-Za-z0-9._-]`.
    package static func isName(_ name: String, atMost bytes: Int) -> Bool {
        let utf8 = name.utf8
        guard !utf8.isEmpty, utf8.count <= bytes else { return false }
        let span = utf8.span
        for index in span.indices {
            switch span[index] {
            case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): continue
            case let byte where byte.isLetterOrDigit: continue
            default: return false
            }
        }
        return true
    }
}
