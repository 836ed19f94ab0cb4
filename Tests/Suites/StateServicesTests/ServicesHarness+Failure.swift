// SPDX-License-Identifier: Apache-2.0
internal import StateTesting

@testable internal import StateStore

// A store whose disk fails: its file refuses rows, by a trigger over a connection of the test's own.
extension ServicesHarness {
    /// Lets each row fail its batch from now on, or those about an item of that number or a higher one.
    func refuseRows(from number: Int? = nil, in store: String = "state.db") throws {
        let condition = number.map { "WHEN new.id >= \($0)" } ?? ""
        try execute(
            """
            CREATE TRIGGER bad_disk BEFORE INSERT ON change \(condition)
            BEGIN SELECT RAISE(ROLLBACK, 'bad disk'); END
            """,
            in: store
        )
    }

    /// Lets rows be stored again.
    func acceptRows(in store: String = "state.db") throws {
        try execute("DROP TRIGGER bad_disk", in: store)
    }

    /// Executes a statement on the file of the store.
    func execute(_ statement: String, in store: String = "state.db") throws {
        let file = try StoreFile(path: directory.file(store))
        try withExtendedLifetime(file) { try RawSQLite.execute(statement, on: file.handle) }
    }
}
