extension Store {
    /// Returns the trusted clock's record from the last run, as text; `nil` if there is none.
    package func clockRecord() throws(StoreError) -> String? {
        try meta.text(.clock)
    }

    /// Stores the trusted clock's record with the open batch, or with a batch of its own.
    package func writeClockRecord(_ text: String) throws(StoreError) {
        try tables.open()
        try meta.set(.clock, text)
    }
}
