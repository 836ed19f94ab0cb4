// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

/// A writer that appends numbers and byte strings to a message.
struct TCPWriter {
    /// The bytes written so far.
    private(set) var bytes: [UInt8] = []

    /// Writes a number in eight bytes, little-endian.
    mutating func number(_ value: Int) {
        let bits = UInt64(bitPattern: Int64(value))
        for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * place))) }
    }

    /// Writes a byte string with its length.
    mutating func blob(_ blob: [UInt8]) {
        number(blob.count)
        bytes += blob
    }

    /// Writes a text with its length.
    mutating func text(_ text: String) { blob(Array(text.utf8)) }

    /// Writes a flag and, if there is a value, the value.
    mutating func optional<Value>(_ value: Value?, _ write: (inout TCPWriter, Value) -> Void) {
        number(value == nil ? 0 : 1)
        if let value { write(&self, value) }
    }

    /// Writes a count and the values.
    mutating func list<Value>(_ values: [Value], _ write: (inout TCPWriter, Value) -> Void) {
        number(values.count)
        for value in values { write(&self, value) }
    }
}

/// A reader for the output of a ``TCPWriter``.
struct TCPReader {
    /// An error that reports that the bytes are invalid.
    struct Damaged: Error {}

    private var rest: ArraySlice<UInt8>

    /// Creates a reader at the beginning of the bytes.
    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// Reads a number.
    mutating func number() throws -> Int {
        guard rest.count >= 8 else { throw Damaged() }
        let bits = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(8)
        return Int(Int64(bitPattern: bits))
    }

    /// Reads a byte string.
    mutating func blob() throws -> [UInt8] {
        let count = try number()
        guard count >= 0, count <= rest.count else { throw Damaged() }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Reads a text.
    mutating func text() throws -> String {
        guard let text = String(validating: try blob(), as: UTF8.self) else { throw Damaged() }
        return text
    }

    /// Reads an optional value.
    mutating func optional<Value>(
        _ read: (inout TCPReader) throws -> Value
    ) throws -> Value? {
        try number() == 0 ? nil : try read(&self)
    }

    /// Reads a list of values.
    mutating func list<Value>(
        _ read: (inout TCPReader) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        for _ in 0..<(try number()) { values.append(try read(&self)) }
        return values
    }

    /// Reads a record.
    mutating func record() throws -> RemoteRecord {
        guard let record = RemoteRecord(bytes: try blob()) else { throw Damaged() }
        return record
    }

    /// Reads a presence.
    mutating func presence() throws -> DevicePresence {
        guard let presence = DevicePresence(bytes: try blob()) else { throw Damaged() }
        return presence
    }

    /// Reads an entry.
    mutating func entry() throws -> RemoteEntry {
        RemoteEntry(record: try record(), tag: try tag(), waited: try optional { try $0.number() })
    }

    /// Reads a tag, if there is one.
    mutating func tag() throws -> RemoteTag? {
        try optional { reader in RemoteTag(try reader.blob()) }
    }
}

extension TCPWriter {
    /// Writes an entry.
    mutating func entry(_ entry: RemoteEntry) {
        blob(entry.record.bytes)
        tag(entry.tag)
        optional(entry.waited) { $0.number($1) }
    }

    /// Writes a tag, if there is one.
    mutating func tag(_ tag: RemoteTag?) {
        optional(tag) { $0.blob($1.bytes) }
    }
}
