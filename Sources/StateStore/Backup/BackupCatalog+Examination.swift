// SPDX-License-Identifier: Apache-2.0
internal import Glibc

extension BackupCatalog {
    package struct Finding: Sendable, Equatable {
        package let entry: Entry
        package let summary: StoreSummary?
        /// The problem with the copy; `nil` if it can be restored.
        package let problem: String?
    }

    /// Reads every copy completely, newest first, until `continues` returns false.
    ///
    /// Reading all copies takes a long time, so do not call this function on the store's thread.
    package func examine(continues: () -> Bool) -> [Finding] {
        var findings: [Finding] = []
        for entry in (backups() + asides()).sorted(by: { $0.modified > $1.modified }) {
            guard continues() else { break }
            findings.append(Self.examine(entry))
        }
        return findings
    }

    private static func examine(_ entry: Entry) -> Finding {
        do throws(StoreError) {
            close(try FileSystem.openForReading(entry.path))
            let reader = try FileReader(path: entry.path)
            try Schema.check(reader, entry.path)
            guard let summary = try StoreSummary.read(reader, counts: .exact) else {
                return Finding(entry: entry, summary: nil, problem: "it does not contain a store")
            }
            return Finding(entry: entry, summary: summary, problem: try reader.complaint())
        } catch {
            return Finding(entry: entry, summary: nil, problem: error.message)
        }
    }

    /// Returns the newest copy with a name, or else with the file name that a name has.
    package func entry(named name: String) -> Entry? {
        let entries = backups() + asides()
        return entries.last { $0.name == name } ?? entries.last { $0.name + ".db" == name }
    }
}
