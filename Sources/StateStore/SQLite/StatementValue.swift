// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A value that a statement takes as a parameter.
protocol StatementValue {
    /// Binds the value to the parameter with that number.
    func bind(to statement: Statement, _ number: Int32)
}

extension Int: StatementValue {
    /// Binds an integer.
    func bind(to statement: Statement, _ number: Int32) { statement.bind(number, self) }
}

extension SequenceNumber: StatementValue {}
extension ItemID: StatementValue {}
extension DeviceID: StatementValue {}
extension Revision: StatementValue {}
extension Timestamp: StatementValue {}
extension AlertID: StatementValue {}

extension StatementValue where Self: TypedInteger {
    /// Binds the number.
    func bind(to statement: Statement, _ number: Int32) { statement.bind(number, rawValue) }
}

extension String: StatementValue {
    /// Binds a text.
    func bind(to statement: Statement, _ number: Int32) { statement.bind(number, self) }
}

extension [UInt8]: StatementValue {
    /// Binds bytes.
    func bind(to statement: Statement, _ number: Int32) { statement.bind(number, self) }
}

extension Optional: StatementValue where Wrapped: StatementValue {
    /// Binds the value, or NULL.
    func bind(to statement: Statement, _ number: Int32) {
        if let self { self.bind(to: statement, number) } else { statement.bind(number, nil) }
    }
}

extension Statement {
    /// Binds all parameters in order; for statements off the hot path.
    func bind<each Value: StatementValue>(all values: repeat each Value) {
        var number: Int32 = 1
        for value in repeat each values {
            value.bind(to: self, number)
            number += 1
        }
    }

    /// Returns the first column of the first row, and resets; `nil` if there is none.
    func integer() throws(StoreError) -> Int? {
        defer { reset() }
        return try step() ? optionalInt(0) : nil
    }

    /// Returns the first column of the first row, and resets; `nil` if there is none.
    func integer<Number: TypedInteger>() throws(StoreError) -> Number? {
        try integer().map { Number($0) }
    }

    /// Runs to the end and returns the first column of each row.
    func integers() throws(StoreError) -> [Int] {
        var integers: [Int] = []
        while try step() { integers.append(int(0)) }
        reset()
        return integers
    }

    /// Runs to the end and returns the first column of each row.
    func integers<Number: TypedInteger>() throws(StoreError) -> [Number] {
        try integers().map { Number($0) }
    }
}

extension Statement {
    /// Binds a text to the parameter with that number, or NULL.
    func bind(_ number: Int32, orNull value: String?) {
        if let value { bind(number, value) } else { bind(number, nil as Int?) }
    }
}
