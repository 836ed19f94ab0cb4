// SPDX-License-Identifier: Apache-2.0

/// The store's tables and their history; migrations are only ever added.
enum Schema {
    /// The names of the migrations, which the file records, and their statements, in order.
    static let migrations = [
        ("1: log, heads, orders", first),
        ("2: alerts", "CREATE TABLE alert (id INTEGER PRIMARY KEY, body BLOB NOT NULL)"),
        (
            "3: aliases",
            """
            CREATE TABLE alias (name TEXT PRIMARY KEY, id INTEGER NOT NULL) WITHOUT ROWID;
            CREATE INDEX alias_item ON alias (id);
            """
        ),
        ("4: events", fourth),
        ("5: sync", fifth),
        ("6: checksums", sixth),
        // Number 0 holds the totals.
        (
            "7: rounds",
            "CREATE TABLE sync_round (number INTEGER PRIMARY KEY, body BLOB NOT NULL)"
        ),
        // For the list of what was removed last.
        ("8: removed", "CREATE INDEX head_removed ON head (sequence) WHERE state <> 1"),
    ]

    /// Applies the migrations that the file lacks, each in a transaction of its own.
    ///
    /// Earlier versions used GRDB for this; the table keeps its name.
    static func migrate(_ file: StoreFile) throws(StoreError) {
        let make =
            "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
        try RawSQLite.execute(make, on: file.handle)
        let known = try file.prepare("SELECT 1 FROM grdb_migrations WHERE identifier = ?1")
        for (name, sql) in migrations {
            known.bind(1, name)
            guard try known.integer() == nil else { continue }
            try RawSQLite.execute("BEGIN IMMEDIATE", on: file.handle)
            do throws(StoreError) {
                try RawSQLite.execute(sql, on: file.handle)
                try file.prepare("INSERT INTO grdb_migrations VALUES (?1)", name).run()
                try RawSQLite.execute("COMMIT", on: file.handle)
            } catch {
                try? RawSQLite.execute("ROLLBACK", on: file.handle)
                throw error
            }
        }
        guard try file.prepare("PRAGMA user_version").integer() != migrations.count else { return }
        try RawSQLite.execute("PRAGMA user_version = \(migrations.count)", on: file.handle)
    }

    /// The tables of the log.
    ///
    /// `change` is the truth; everything else is derived by a flush or describes the file.
    ///
    ///
    /// head.state: 0 cleared, 1 standing, 2 expired. `recent` and `due` may hold outdated entries:
    /// every reader checks with `head` that an entry is still valid.
    private static let first = """
        CREATE TABLE change (
            sequence INTEGER PRIMARY KEY,
            id       INTEGER NOT NULL,
            kind     INTEGER NOT NULL,
            offset   INTEGER NOT NULL,
            time     INTEGER NOT NULL,
            key      INTEGER NOT NULL,
            body     BLOB NOT NULL
        );
        CREATE TABLE name (name TEXT PRIMARY KEY, id INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE head (
            id       INTEGER PRIMARY KEY,
            sequence INTEGER NOT NULL,
            state    INTEGER NOT NULL,
            playing  INTEGER NOT NULL,
            at       INTEGER NOT NULL,
            expires  INTEGER NOT NULL,
            aside    INTEGER,
            ordinal  INTEGER NOT NULL,
            due      INTEGER
        );
        CREATE INDEX head_playing ON head (id) WHERE playing = 1;
        CREATE TABLE recent (
            player INTEGER NOT NULL, at INTEGER NOT NULL, id INTEGER NOT NULL,
            PRIMARY KEY (player, at, id)
        ) WITHOUT ROWID;
        CREATE TABLE due (
            expires INTEGER NOT NULL, id INTEGER NOT NULL,
            PRIMARY KEY (expires, id)
        ) WITHOUT ROWID;
        CREATE TABLE player (
            number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, body BLOB NOT NULL
        );
        CREATE TABLE device (
            number INTEGER PRIMARY KEY, origin TEXT NOT NULL UNIQUE, label TEXT NOT NULL
        );
        CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY NOT NULL) WITHOUT ROWID;
        """

    /// The events in the order of this store, with their bodies in a table of their own.
    ///
    /// The narrow table is compacted and marked often; a long body would be rewritten with
    /// each mark.
    ///
    /// event.time: the time at which the event was appended or arrived here; origin: the device's
    /// number; ordinal: the number among its device's own events; state: a SyncState.
    private static let fourth = """
        CREATE TABLE event (
            sequence INTEGER PRIMARY KEY,
            time     INTEGER NOT NULL,
            at       INTEGER NOT NULL,
            origin   INTEGER NOT NULL,
            ordinal  INTEGER NOT NULL,
            state    INTEGER NOT NULL,
            id       TEXT NOT NULL UNIQUE,
            topic    TEXT NOT NULL
        );
        CREATE INDEX event_topic ON event (topic);
        CREATE INDEX event_unsynced ON event (state) WHERE state <> 2;
        CREATE TABLE event_body (sequence INTEGER PRIMARY KEY, body BLOB NOT NULL);
        """

    /// The tables of sync.
    ///
    /// A row of `sync_queue` says that the remote may need an item, an alias or a tombstone; the
    /// code that dequeues it checks if that is still true.
    ///
    /// sync_item.kind: a SyncKey.Kind; id: the number of the item whose head the row is about;
    /// key: the newest row's key if no head has it, as for aliases and for tombstones of items of
    /// which nothing else is known; target: the item that an alias refers to; told: the key of
    /// the row that the remote has acknowledged, in that epoch; round: the round in which a
    /// tombstone was acknowledged, 0 for everything else; shadow: the point that a name would
    /// have if it did not refer to another item. sync_queue.kind: 1 for items by their number, 2
    /// for rows of sync_item.
    private static let fifth = """
        CREATE TABLE sync_state (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            memory BLOB NOT NULL,
            epoch  INTEGER NOT NULL,
            seed   INTEGER,
            synced INTEGER NOT NULL
        );
        CREATE TABLE sync_item (
            number INTEGER PRIMARY KEY,
            kind   INTEGER NOT NULL,
            name   TEXT NOT NULL,
            id     INTEGER,
            key    INTEGER,
            target TEXT,
            epoch  INTEGER NOT NULL DEFAULT 0,
            told   INTEGER,
            round  INTEGER NOT NULL DEFAULT 0,
            mark   BLOB,
            shadow BLOB,
            UNIQUE (kind, name)
        );
        CREATE INDEX sync_item_target ON sync_item (target) WHERE target IS NOT NULL;
        CREATE INDEX sync_item_round ON sync_item (round) WHERE round > 0;
        CREATE TABLE sync_queue (
            kind INTEGER NOT NULL, number INTEGER NOT NULL,
            PRIMARY KEY (kind, number)
        ) WITHOUT ROWID;
        CREATE TABLE sync_send (
            id       INTEGER PRIMARY KEY AUTOINCREMENT,
            origin   TEXT NOT NULL,
            number   INTEGER NOT NULL,
            state    INTEGER NOT NULL,
            until    INTEGER,
            event    INTEGER,
            kind     INTEGER,
            name     TEXT,
            key      INTEGER,
            attempts INTEGER NOT NULL,
            error    TEXT,
            created  INTEGER NOT NULL,
            record   BLOB NOT NULL,
            UNIQUE (origin, number)
        );
        CREATE INDEX sync_send_state ON sync_send (state);
        CREATE INDEX sync_send_event ON sync_send (event) WHERE event IS NOT NULL;
        CREATE INDEX sync_send_item ON sync_send (kind, name) WHERE name IS NOT NULL;
        CREATE TABLE sync_held (
            id TEXT PRIMARY KEY, origin TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX sync_held_origin ON sync_held (origin, number);
        CREATE TABLE sync_known (hash INTEGER PRIMARY KEY, time INTEGER NOT NULL);
        CREATE INDEX sync_known_time ON sync_known (time);
        CREATE TABLE sync_conflict (
            id   INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            at   INTEGER NOT NULL,
            body BLOB NOT NULL
        );
        CREATE INDEX sync_conflict_name ON sync_conflict (name);
        CREATE TABLE sync_step (
            id       INTEGER PRIMARY KEY,
            name     TEXT NOT NULL,
            at       INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            body     BLOB NOT NULL
        );
        CREATE INDEX sync_step_name ON sync_step (name, id);
        """

    /// The checksums of data that nothing else in the file repeats, and a table for damaged rows.
    ///
    /// The means of verification:
    /// - `change.checksum` (``RowChecksum``) covers every column of its row; `event.checksum`
    ///   covers the event and its body. NULL: an older version wrote the row; the scrub adds the
    ///   missing checksum.
    /// - `head` repeats its row: `at` and `expires` are compared on each read, the rest by the
    ///   scrub. If they differ, the newest row of the item that verifies wins.
    /// - `name` and `alias` repeat the item's name, which its row holds: a head found by a name
    ///   must have that name or alias.
    /// - `recent` and `due` are trusted only if `head` agrees; the scrub adds missing entries.
    /// - The bodies of `player`, `alert`, `sync_state`, `sync_item`, `sync_send`, `sync_held`,
    ///   `sync_conflict` and `sync_step` contain a checksum (``SealedBytes``).
    /// - `meta`, `device` and `sync_known` have none: their values must parse and agree with the
    ///   log (the newest row, the number of the next item, the count of points).
    ///
    /// damaged.kind: a ``DamagedKind``; next: the row at which the item's history continues; found:
    /// the time at which the damage was found; name: the item's name, if known; body: the row as it
    /// was found.
    private static let sixth = """
        ALTER TABLE change ADD COLUMN checksum INTEGER;
        ALTER TABLE event ADD COLUMN checksum INTEGER;
        CREATE TABLE damaged (
            kind     INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            id       INTEGER NOT NULL,
            next     INTEGER,
            found    INTEGER NOT NULL,
            name     TEXT,
            body     BLOB NOT NULL,
            PRIMARY KEY (kind, sequence)
        ) WITHOUT ROWID;
        """
}
