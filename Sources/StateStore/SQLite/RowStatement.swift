// SPDX-License-Identifier: Apache-2.0

/// A statement that inserts many rows at once.
///
/// Starting a statement costs as much as inserting a row.
final class RowStatement {
    /// The statement, prepared for several numbers of rows; the largest number comes first.
    private let sizes: [(rows: Int, statement: Statement)]
    private let columns: Int32

    /// The maximum number of rows that one execution inserts.
    static let maximumRows = 16

    /// Prepares the statement.
    ///
    /// `insert` ends with the column names, and `rest` follows the values.
    init(
        _ insert: String,
        columns: Int,
        _ rest: String = "",
        on connection: OpaquePointer
    ) throws(StoreError) {
        let row = "(" + repeatElement("?", count: columns).joined(separator: ", ") + ")"
        var sizes: [(rows: Int, statement: Statement)] = []
        for rows in [Self.maximumRows, 4, 1] {
            let values = repeatElement(row, count: rows).joined(separator: ", ")
            let sql = "\(insert) VALUES \(values) \(rest)"
            sizes.append((rows, try Statement(sql, on: connection)))
        }
        self.sizes = sizes
        self.columns = Int32(columns)
    }

    /// Inserts all of `rows`.
    ///
    /// `bind` binds the values of a row to consecutive parameters, starting at the given number.
    ///
    /// - Returns: The number of rows written.
    @discardableResult
    func run<Row>(
        _ rows: [Row],
        _ bind: (Statement, Int32, Row) -> Void
    ) throws(StoreError) -> Int {
        var next = 0
        var written = 0
        for (size, statement) in sizes {
            while rows.count - next >= size {
                var parameter: Int32 = 1
                for row in rows[next..<next + size] {
                    bind(statement, parameter, row)
                    parameter += columns
                }
                try statement.run()
                written += statement.changes
                next += size
            }
        }
        return written
    }
}
