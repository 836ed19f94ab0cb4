// SPDX-License-Identifier: Apache-2.0

/// The settings of a trial from the command line.
struct TrialSettings {
    /// The number of crashes.
    var cycles: Int
    /// The seed of all random choices.
    var seed: UInt64
    /// The number of concurrent writers.
    var writers: Int
    /// The path of the daemon's program.
    var daemon: String
    /// The path of this program.
    var program: String
    /// The path of the library that makes writes fail.
    var faults: String
    /// The directory of the trial's files.
    var folder: String
}
