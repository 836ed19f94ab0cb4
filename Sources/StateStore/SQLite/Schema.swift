// SPDX-License-Identifier: Apache-2.0

enum Schema {
    static let version = 1

    /// Creates the tables of a new file, and adds those that a file of an earlier version lacks.
    static func migrate(_ file: StoreFile) throws(StoreError) {
        try create(file)
        try RawSQLite.execute(eventKeys, on: file.handle)
        for (column, sql) in [("place", eventPlaces), ("key", eventHistories)] {
            let known = "SELECT 1 FROM pragma_table_info('event') WHERE name = '\(column)'"
            guard try file.prepare(known).integer() == nil else { continue }
            try execute([sql], on: file)
        }
        let timed = "SELECT 1 FROM pragma_table_info('sync_known') WHERE name = 'time'"
        if try file.prepare(timed).integer() != nil { try execute([eventIDs], on: file) }
    }

    private static func create(_ file: StoreFile) throws(StoreError) {
        guard try file.prepare("PRAGMA user_version").integer() != version else { return }
        guard try file.prepare("SELECT count(*) FROM sqlite_schema").integer() == 0 else {
            throw StoreError(.corrupt, "\(file.path): its tables have an unknown version")
        }
        try execute([log, events, sync, "PRAGMA user_version = \(version)"], on: file)
    }

    private static func execute(_ statements: [String], on file: StoreFile) throws(StoreError) {
        try RawSQLite.execute("BEGIN IMMEDIATE", on: file.handle)
        do throws(StoreError) {
            for sql in statements {
                try RawSQLite.execute(sql, on: file.handle)
            }
            try RawSQLite.execute("COMMIT", on: file.handle)
        } catch {
            try? RawSQLite.execute("ROLLBACK", on: file.handle)
            // All statements fit the schema, so a missing column means that the file is damaged.
            throw error.kind == .other ? StoreError(.corrupt, error.message) : error
        }
    }

    /// Throws ``StoreError`` if the file needs a newer version of the program.
    static func check(_ reader: FileReader, _ path: String) throws(StoreError) {
        let number = try reader.number("PRAGMA user_version")
        guard number > version else { return }
        throw StoreError(
            .newer,
            "\(path) is from a newer version of stated: its tables have version \(number), and "
                + "this program supports at most version \(version); start the newer version, or move "
                + "the file away so that the newest backup takes its place"
        )
    }

    /// The tables of the log.
    ///
    /// `change` is the source of truth. A flush derives all other tables from it, except for those
    /// that describe the file.
    ///
    /// head.state: 0 cleared, 1 present, 2 expired or history only. `recent` and `due` may have
    /// outdated entries, so every reader compares them with `head`.
    ///
    /// `change.checksum` covers every column of its row, and `event.checksum` the event and its
    /// body (``RowChecksum``). Whenever `head` is read, it is compared with the row of `change`,
    /// and a name that was looked up with the item's own name. The bodies of other tables begin
    /// with their checksum.
    private static let log = """
        CREATE TABLE change (
            sequence INTEGER PRIMARY KEY,
            id       INTEGER NOT NULL,
            kind     INTEGER NOT NULL,
            offset   INTEGER NOT NULL,
            time     INTEGER NOT NULL,
            key      INTEGER NOT NULL,
            body     BLOB NOT NULL,
            checksum INTEGER NOT NULL
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
        CREATE INDEX head_removed ON head (sequence) WHERE state <> 1;
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
        CREATE TABLE alert (id INTEGER PRIMARY KEY, body BLOB NOT NULL);
        CREATE TABLE alias (name TEXT PRIMARY KEY, id INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX alias_item ON alias (id);
        CREATE TABLE device (
            number INTEGER PRIMARY KEY, origin TEXT NOT NULL UNIQUE, label TEXT NOT NULL
        );
        CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY NOT NULL) WITHOUT ROWID;
        """

    /// The tables of the events, in the order of their sequence numbers, with the bodies in a
    /// separate table.
    ///
    /// The rows without bodies are often updated and compacted. With a long body in a row, the body
    /// would be rewritten each time.
    ///
    /// event.time: the time at which the event was appended or arrived here; origin: the number of
    /// the device; ordinal: the number of the event among those of its device; state: a SyncState.
    private static let events = """
        CREATE TABLE event (
            sequence INTEGER PRIMARY KEY,
            time     INTEGER NOT NULL,
            at       INTEGER NOT NULL,
            origin   INTEGER NOT NULL,
            ordinal  INTEGER NOT NULL,
            state    INTEGER NOT NULL,
            id       TEXT NOT NULL UNIQUE,
            topic    TEXT NOT NULL,
            checksum INTEGER NOT NULL
        );
        CREATE INDEX event_topic ON event (topic);
        CREATE INDEX event_unsynced ON event (state) WHERE state <> 2;
        CREATE TABLE event_body (sequence INTEGER PRIMARY KEY, body BLOB NOT NULL);
        """

    /// The table of the current values of keys, with the sequence number of each value's event.
    ///
    /// A file of an earlier version does not have this table. cleared: a KeyStanding; round: the
    /// round in which the remote received the tombstone, 0 for anything else.
    private static let eventKeys = """
        CREATE TABLE IF NOT EXISTS event_key (
            topic    TEXT NOT NULL,
            key      TEXT NOT NULL,
            sequence INTEGER NOT NULL UNIQUE,
            cleared  INTEGER NOT NULL,
            round    INTEGER NOT NULL,
            PRIMARY KEY (topic, key)
        ) WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS event_key_round ON event_key (round) WHERE cleared = 1;
        """

    /// The statement that adds the column `place`: the newest row of `change` when the event was
    /// appended.
    ///
    /// In a stream, the event follows that row. A file of an earlier version does not have the
    /// column. If a place is damaged, its event only appears elsewhere in the stream.
    private static let eventPlaces = "ALTER TABLE event ADD COLUMN place INTEGER NOT NULL DEFAULT 0"

    /// Adds the key of each event, by which the history of a key is found.
    ///
    /// The history of a key in an older file begins with its current value. The trigger adds the
    /// keys when an earlier version of the program writes to the file.
    private static let eventHistories = """
        ALTER TABLE event ADD COLUMN key TEXT;
        UPDATE event SET key = event_key.key FROM event_key
            WHERE event_key.sequence = event.sequence;
        CREATE INDEX event_history ON event (topic, key) WHERE key IS NOT NULL;
        CREATE TRIGGER event_current AFTER INSERT ON event_key BEGIN
            UPDATE event SET key = NEW.key WHERE sequence = NEW.sequence AND key IS NULL;
        END;
        """

    /// Removes the times of the IDs in `sync_known`, by which earlier versions of the program forgot
    /// them.
    private static let eventIDs = """
        DROP INDEX sync_known_time;
        ALTER TABLE sync_known DROP COLUMN time;
        """

    /// The tables of sync.
    ///
    /// A row of `sync_queue` means that the remote may lack an item, an alias or a tombstone;
    /// the code that dequeues the row checks whether this is still so.
    ///
    /// sync_item.kind: a SyncKey.Kind; id: the number of the item in `head`; key: the order key if
    /// `head` has none, as for aliases and for tombstones of otherwise unknown items; target: the
    /// item that an alias refers to; told: the order key of the row that the remote has
    /// acknowledged, in the epoch `epoch`; round: the round in which a tombstone was acknowledged,
    /// 0 for anything else; shadow: the point that a name would have if it were not an alias.
    /// sync_queue.kind: 1 for items by their number, 2 for rows of sync_item. Number 0 of
    /// `sync_round` holds the totals.
    private static let sync = """
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
        CREATE TABLE sync_known (hash INTEGER PRIMARY KEY);
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
        CREATE TABLE sync_round (number INTEGER PRIMARY KEY, body BLOB NOT NULL);
        """
}
