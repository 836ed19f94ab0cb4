// SPDX-License-Identifier: Apache-2.0
package import StateModel

package struct PreparedRestore: Sendable {
    private let files: StoreFiles
    private let source: String

    /// Copies a backup or a kept file to a path beside the store, and verifies the copy.
    ///
    /// Copying takes a long time, so do not call this initialiser on the store's thread.
    package init(
        of entry: BackupCatalog.Entry,
        for path: String,
        continues: () -> Bool
    ) throws(StoreError) {
        files = StoreFiles(path)
        source = entry.path
        do throws(StoreError) {
            try Schema.check(FileReader(path: source), source)
        } catch {
            throw error.naming(source)
        }
        try StoreCopy.make(of: source, at: files.incoming, continues: continues)
    }

    /// Replaces the closed store with the copy, and keeps the former store.
    ///
    /// - Returns: The path of the former store, and the name by which it can be restored.
    /// - Throws: ``StoreError``; nothing has changed then.
    package func install(now: Timestamp) throws(StoreError) -> (path: String, name: String) {
        let aside = files.aside(.replaced, at: now)
        var replacement = Replacement(
            files: files,
            intent: ReplacementIntent(cause: .request, aside: aside, source: source, reason: "")
        )
        do throws(StoreError) {
            try replacement.run(.announce)
        } catch {
            discard()
            throw error
        }
        // From here on, the replacement will happen: now, or when the store is next opened.
        do throws(StoreError) {
            for step in Replacement.steps.dropFirst() { try replacement.run(step) }
        } catch {}
        return (aside, String(aside.dropFirst(files.path.count + 1)))
    }

    package func discard() {
        StoreCopy.discard(files.incoming)
    }
}
