// SPDX-License-Identifier: Apache-2.0

/// The version of a store's tables: the number of its migrations, in the file's `user_version`.
///
/// The first build did not set it, so 0 stands for the migrations that the file names. A
/// number lower than that of the named migrations is corrected when the store is opened: the
/// names are authoritative.
struct SchemaVersion: Equatable {
    /// The file's number.
    let number: Int
    /// The migrations that the file names.
    let migrations: [String]

    /// The version of this program.
    static var own: Int { Schema.migrations.count }

    /// Reads the version of an open file.
    init(_ reader: FileReader) throws(StoreError) {
        number = try reader.number("PRAGMA user_version")
        let table = "SELECT count(*) FROM sqlite_schema WHERE name = 'grdb_migrations'"
        guard try reader.number(table) == 1 else {
            migrations = []
            return
        }
        migrations = try reader.texts("SELECT identifier FROM grdb_migrations")
    }

    /// Creates a version with both its members.
    init(number: Int, migrations: [String]) {
        self.number = number
        self.migrations = migrations
    }

    /// Returns the version if it requires a newer program; `nil` if all migrations are known.
    func newer(than known: [String] = Schema.migrations.map(\.0)) -> Int? {
        let unknown = migrations.filter { !known.contains($0) }.count
        if number > known.count { return number }
        return unknown > 0 ? known.count + unknown : nil
    }

    /// Throws if only a newer program understands the file.
    func check(_ path: String) throws(StoreError) {
        guard let newer = newer() else { return }
        throw StoreError(
            .newer,
            "\(path) is from a newer version of stated: its tables are of version \(newer), this "
                + "program knows up to \(Self.own); start the newer version, or move the file away "
                + "and the newest backup takes its place"
        )
    }
}
