// SPDX-License-Identifier: Apache-2.0
internal import StateModel

protocol StatementValue {
    func bind(to statement: Statement, _ number: Int32)
}

extension Int: StatementValue {
    func bind(to statement: Statement, _ number: Int32) { statement.bind(number, self) }
}

extension SequenceNumber: StatementValue {}
extension ItemID: StatementValue {}
extension DeviceID: StatementValue {}
extension Revision: StatementValue {}
extension Timestamp: StatementValue {}
extension AlertID: StatementValue {}

extension OrderKey: StatementValue {
    func bind(to statement: Statement, _ number: Int32) { statement.bind(number, value) }
}

extension StatementValue where Self: TypedInteger {
    func bind(to statement: Statement, _ number: Int32) { statement.bind(number, rawValue) }
}

extension String: StatementValue {
    func bind(to statement: Statement, _ number: Int32) { statement.bind(number, self) }
}

extension [UInt8]: StatementValue {
    func bind(to statement: Statement, _ number: Int32) { statement.bind(number, self) }
}

extension Optional: StatementValue where Wrapped: StatementValue {
    func bind(to statement: Statement, _ number: Int32) {
        if let self { self.bind(to: statement, number) } else { statement.bind(number, nil) }
    }
}

extension Statement {
    /// Binds all parameters in order; slower than binding each of them separately.
    func bind<each Value: StatementValue>(all values: repeat each Value) {
        var number: Int32 = 1
        for value in repeat each values {
            value.bind(to: self, number)
            number += 1
        }
    }

    /// Returns the first column of the first row, and resets the statement; `nil` if there is no
    /// row, or the value is NULL.
    func integer() throws(StoreError) -> Int? {
        defer { reset() }
        return try step() ? optionalInt(0) : nil
    }

    func integer<Number: TypedInteger>() throws(StoreError) -> Number? {
        try integer().map { Number($0) }
    }

    /// Returns `value` of the first row, and resets the statement; `nil` if there is no row.
    func first<Value>(
        _ value: (Statement) throws(StoreError) -> Value
    ) throws(StoreError) -> Value? {
        defer { reset() }
        return try step() ? value(self) : nil
    }

    func all<Value>(
        _ value: (Statement) throws(StoreError) -> Value
    ) throws(StoreError) -> [Value] {
        defer { reset() }
        var values: [Value] = []
        while try step() { values.append(try value(self)) }
        return values
    }

    func hasRow() throws(StoreError) -> Bool {
        defer { reset() }
        return try step()
    }

    func integers() throws(StoreError) -> [Int] {
        try all { $0.int(0) }
    }

    func integers<Number: TypedInteger>() throws(StoreError) -> [Number] {
        try integers().map { Number($0) }
    }
}
