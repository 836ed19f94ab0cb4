// SPDX-License-Identifier: Apache-2.0

/// The decision about how to read a remote whose data crashed an earlier process.
///
/// Only crashes while sync processes the remote's data or the records to send are recorded,
/// including those by a signal of the service manager's watchdog. A process that is killed or ended
/// by a power cut leaves no record.
struct SyncCircuitBreaker: Equatable {
    struct Crash: Equatable {
        var signal: String
        /// The time of the crash, in seconds since 1970.
        var at: Int
        var work: String
    }

    enum Verdict: Equatable {
        /// Read pages of the usual size.
        case free
        /// Read one record at a time, so that another crash identifies the record.
        case careful
        /// Do not read, for the given reason.
        case held(String)
    }

    /// The number of crashes after which the remote is not read.
    private static let limit = 2
    /// The time for which the remote is not read, in seconds.
    ///
    /// It doubles with each further crash, from `first` to at most `last`.
    private static let hold = (first: 3_600, last: 86_400)

    /// The crashes of this version of the program with this remote, oldest first.
    let crashes: [Crash]

    /// Reads the records of crashes; those of other versions or remotes are ignored.
    ///
    /// `record` has one line for each crash. `fields` are the version of the program and the
    /// remote, as in the lines.
    init(record: String, fields: [String]) {
        crashes = record.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard parts.count == fields.count + 3, let at = Int(parts[1]), let work = parts.last,
                parts[2..<parts.count - 1].elementsEqual(fields, by: ==)
            else { return nil }
            return Crash(signal: String(parts[0]), at: at, work: String(work))
        }
    }

    /// Decides how the remote may be read at a time in seconds since 1970.
    ///
    /// Returns `free` if no crash is recorded; `held` for a time after the second and each further
    /// crash; otherwise `careful`.
    func verdict(now: Int) -> Verdict {
        guard let last = crashes.last else { return .free }
        guard crashes.count >= Self.limit else { return .careful }
        let hold = min(Self.hold.first << min(crashes.count - Self.limit, 8), Self.hold.last)
        // If the clock was set back in the meantime, the time must not become longer.
        guard (0..<hold).contains(now &- last.at) else { return .careful }
        return .held(
            "sync was stopped, because stated crashed \(crashes.count) times while it read "
                + "\(last.work) (\(last.signal)): remove the damaged file or message, or upgrade "
                + "stated; then run “statectl sync now”. Sync tries again within a day"
        )
    }
}
