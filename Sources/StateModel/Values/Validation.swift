// SPDX-License-Identifier: Apache-2.0

/// A reason why a value is invalid, as reported by InvalidSnapshot and InvalidEvent.
package struct ValueFault: Error, Equatable {
    package let field: String
    package let reason: String

    package var text: String { "\(field) \(reason)" }

    package init(_ field: String, _ reason: String) {
        self.field = field
        self.reason = reason
    }

    fileprivate init?(_ field: String, unless isValid: Bool, _ reason: @autoclosure () -> String) {
        if isValid { return nil }
        self.init(field, reason())
    }

    fileprivate init?(_ field: String, _ text: String?, atMost bytes: Int) {
        let size = text?.utf8.count ?? 0
        self.init(field, unless: size <= bytes, "must be at most \(bytes) bytes")
    }

    package init?(_ field: String, text: String, atMost bytes: Int) {
        self.init(
            field,
            unless: (1...bytes).contains(text.utf8.count),
            "must be 1 to \(bytes) bytes of UTF-8"
        )
    }

    package init?(_ field: String, name: String, atMost bytes: Int) {
        self.init(
            field,
            unless: Limits.isName(name, atMost: bytes),
            "must be 1 to \(bytes) bytes of A-Z, a-z, 0-9, '.', '_', '-'"
        )
    }
}

extension Snapshot {
    package var fault: ValueFault? {
        ValueFault("item", text: item, atMost: Limits.itemBytes)
            ?? ValueFault("player", name: player, atMost: Limits.playerBytes)
            ?? timeFault
            ?? ValueFault("title", title, atMost: Limits.titleBytes)
            ?? ValueFault("reason", reason, atMost: Limits.reasonBytes)
            ?? reading?.fault
    }

    private var timeFault: ValueFault? {
        guard position.isFinite, position >= 0 else {
            return ValueFault("position", "must be a finite number of at least 0")
        }
        if let duration {
            guard duration.isFinite, duration > 0 else {
                return ValueFault("duration", "must be a finite number above 0, or absent")
            }
            guard position <= duration + Limits.secondsBeyondDuration else {
                return ValueFault("position", "must not exceed the duration by more than 1 s")
            }
        }
        if let rate, !rate.isFinite { return ValueFault("rate", "must be a finite number") }
        let lives = Limits.ttlSeconds
        if let ttl, !lives.contains(ttl) {
            return ValueFault("ttl", "must be 1 to \(lives.upperBound) seconds")
        }
        return nil
    }
}

extension ReadingPlace {
    fileprivate var fault: ValueFault? {
        if let fraction, !(0...1).contains(fraction) {
            return ValueFault("fraction", "must be a number from 0 to 1")
        }
        return ValueFault("locator", locator, atMost: Limits.locatorBytes)
    }
}

extension Event {
    /// The reason why the event is invalid; `nil` if it is valid, except perhaps for the JSON of
    /// its body.
    package var fault: ValueFault? {
        let limit = Limits.eventBodyBytes
        return ValueFault("id", text: id, atMost: Limits.eventIDBytes)
            ?? ValueFault("topic", name: topic, atMost: Limits.topicBytes)
            ?? ValueFault("body", unless: body.count <= limit, "must be at most \(limit) bytes")
            ?? key.flatMap { ValueFault("key", text: $0.name, atMost: Limits.eventKeyBytes) }
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
    /// A list of events nests the body four levels deep and a change five, and clients read up to 33
    /// levels.
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
