// SPDX-License-Identifier: Apache-2.0
internal import CSQLite
internal import Glibc
internal import StateModel
internal import SyncModel

/// A prepared statement.
///
/// A connection and its statements belong to one thread. Only the files of this folder, and
/// ``StoreCheck``, use SQLite's C interface.
final class Statement {
    private let handle: OpaquePointer

    /// The destructor value that makes SQLite copy the bound bytes, which are only valid during the
    /// call.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    init(_ sql: String, on connection: OpaquePointer) throws(StoreError) {
        var made: OpaquePointer?
        let code = sqlite3_prepare_v3(
            connection,
            sql,
            -1,
            UInt32(SQLITE_PREPARE_PERSISTENT),
            &made,
            nil
        )
        guard code == SQLITE_OK, let made else {
            let error = StoreError(sqlite: code, on: connection)
            // All statements fit the schema, so a missing table or column means that the file is
            // damaged.
            throw code & 0xff == SQLITE_ERROR ? StoreError(.corrupt, error.message) : error
        }
        handle = made
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Binds an integer, or NULL, to the parameter with the given number, counted from 1.
    func bind(_ number: Int32, _ value: Int?) {
        if let value {
            sqlite3_bind_int64(handle, number, Int64(value))
        } else {
            sqlite3_bind_null(handle, number)
        }
    }

    func bind<Number: TypedInteger>(_ number: Int32, _ value: Number?) {
        bind(number, value?.rawValue)
    }

    func bind(_ number: Int32, _ value: String) {
        var value = value
        value.withUTF8 { bind(number, UnsafeRawBufferPointer($0), Self.copied) }
    }

    private func bind(
        _ number: Int32,
        _ text: UnsafeRawBufferPointer,
        _ destructor: sqlite3_destructor_type?
    ) {
        text.withMemoryRebound(to: CChar.self) { characters in
            _ = sqlite3_bind_text(
                handle,
                number,
                characters.baseAddress,
                Int32(characters.count),
                destructor
            )
        }
    }

    func bind(_ number: Int32, _ value: [UInt8]) {
        _ = value.withUnsafeBytes { bytes in
            sqlite3_bind_blob(handle, number, bytes.baseAddress, Int32(bytes.count), Self.copied)
        }
    }

    /// Binds bytes to the parameter with the given number while `body` runs.
    ///
    /// SQLite reads the bytes in place, without a copy. They are unbound before the function
    /// returns.
    func binding(
        _ number: Int32,
        _ value: [UInt8],
        _ body: () throws(StoreError) -> Void
    ) throws(StoreError) {
        try value.withUnsafeBufferPointer { bytes throws(StoreError) in
            sqlite3_bind_blob(handle, number, bytes.baseAddress, Int32(bytes.count), nil)
            defer { sqlite3_bind_null(handle, number) }
            try body()
        }
    }

    /// Binds a text to the parameter with the given number while `body` uses the statement.
    ///
    /// SQLite reads the text in place, without a copy. Afterwards the statement is reset and the
    /// text unbound.
    func binding<Value>(
        _ number: Int32,
        _ value: String,
        _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try value.utf8.span.withUnsafeBytes { bytes throws(StoreError) in
            bind(number, bytes, nil)
            defer {
                reset()
                sqlite3_bind_null(handle, number)
            }
            return try body()
        }
    }

    /// Executes the statement up to the next row; returns false if there is none.
    func step() throws(StoreError) -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        let failure = StoreError(sqlite: code, on: sqlite3_db_handle(handle))
        sqlite3_reset(handle)
        throw failure
    }

    func run() throws(StoreError) {
        while try step() {}
        reset()
    }

    /// The number of rows that the statement wrote; valid only directly after it has run.
    var changes: Int { Int(sqlite3_changes(sqlite3_db_handle(handle))) }

    func reset() {
        sqlite3_reset(handle)
    }

    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// The range of the numbers that rows contain, within which sums cannot overflow.
    static let numbers = -RecordCount.range.upperBound...RecordCount.range.upperBound

    /// Returns true if a row can have this number, and further rows can follow it.
    static func isCount(_ number: Int) -> Bool { 0..<(1 << 53) ~= number }

    /// Returns an integer column without clamping it, such as a checksum; 0 for NULL.
    func word(_ column: Int32) -> Int {
        Int(sqlite3_column_int64(handle, column))
    }

    /// Returns the order key in a column of the current row, clamped to the valid range.
    func key(_ column: Int32) -> OrderKey {
        let keys = OrderKey.values
        return OrderKey(value: min(max(word(column), keys.lowerBound), keys.upperBound))
    }

    func optionalKey(_ column: Int32) -> OrderKey? {
        isNull(column) ? nil : key(column)
    }

    /// Returns the integer in a column of the current row, clamped to ``numbers``; 0 for NULL.
    ///
    /// If a number is outside this range, the row's checksum is wrong too.
    func int(_ column: Int32) -> Int {
        min(max(word(column), Self.numbers.lowerBound), Self.numbers.upperBound)
    }

    func optionalInt(_ column: Int32) -> Int? {
        isNull(column) ? nil : int(column)
    }

    func int<Number: TypedInteger>(_ column: Int32) -> Number {
        Number(int(column))
    }

    func optionalInt<Number: TypedInteger>(_ column: Int32) -> Number? {
        isNull(column) ? nil : Number(int(column))
    }

    /// Returns the text in a column of the current row; empty for NULL.
    func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func bytes(_ column: Int32) -> [UInt8] {
        withBytes(column) { [UInt8]($0) }
    }

    /// Returns true if a column of the current row contains the given bytes.
    func has(_ bytes: [UInt8], in column: Int32) -> Bool {
        guard let first = bytes.first else { return true }
        return withBytes(column) { content in
            guard var next = content.baseAddress else { return false }
            let end = next + content.count
            while let found = memchr(next, Int32(first), end - next) {
                next = UnsafeRawPointer(found)
                guard end - next >= bytes.count else { return false }
                if memcmp(next, bytes, bytes.count) == 0 { return true }
                next += 1
            }
            return false
        }
    }

    func withBytes<Value>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        // The order matters, because sqlite3_column_blob may change the number of bytes.
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}
