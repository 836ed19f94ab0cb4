/// What the person who started the test asked for.
struct TrialSettings {
    /// How often the daemon is brought down.
    var cycles: Int
    /// What chance follows from.
    var seed: UInt64
    /// How many write at a time.
    var writers: Int
    /// The daemon's program.
    var daemon: String
    /// This program.
    var program: String
    /// The library that lets writes fail.
    var faults: String
}
