extension Store {
    /// The trusted clock's record as the last run left it, as text; nil: none.
    package func clockRecord() throws(StoreError) -> String? {
        try meta.text(.clock)
    }

    /// Stores the trusted clock's record with the batch that is open, or with one of its own.
    package func writeClockRecord(_ text: String) throws(StoreError) {
        try tables.open()
        try meta.set(.clock, text)
    }
}
