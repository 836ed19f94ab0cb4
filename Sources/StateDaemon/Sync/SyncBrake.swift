// SPDX-License-Identifier: Apache-2.0

/// The decision about how to read a remote after its data has crashed an earlier process.
///
/// Only crashes during the processing of the remote's data count, including aborts by a service
/// manager. A process that is killed, or ends with a power cut, leaves no record.
struct SyncBrake: Equatable {
    /// A crash while processing the remote's data.
    struct Death: Equatable {
        /// The name of the signal.
        var signal: String
        /// The time, in seconds since 1970.
        var at: Int
        /// The data that was being processed.
        var work: String
    }

    /// The way in which the remote is read.
    enum Verdict: Equatable {
        /// Read pages of the usual size.
        case free
        /// Read one record at a time, so that another crash identifies it.
        case careful
        /// Do not read, for the given reason.
        case held(String)
    }

    /// The number of crashes after which the remote is not read.
    private static let limit = 2
    /// The time for which the remote is not read, in seconds; doubles with each further crash, up
    /// to `last`.
    private static let hold = (first: 3_600, last: 86_400)

    /// The crashes of this version with this remote, oldest first.
    let deaths: [Death]

    /// Reads a record of crashes; lines of other versions or remotes are ignored.
    ///
    /// - Parameters:
    ///   - record: The content of the file, one crash per line.
    ///   - fields: The version and the remote of this process.
    init(record: String, fields: [String]) {
        deaths = record.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard parts.count == fields.count + 3, let at = Int(parts[1]), let work = parts.last,
                parts[2..<parts.count - 1].elementsEqual(fields, by: ==)
            else { return nil }
            return Death(signal: String(parts[0]), at: at, work: String(work))
        }
    }

    /// Returns how the remote must be read.
    ///
    /// - Parameter now: The time, in seconds since 1970.
    /// - Returns: The verdict, which may change with time.
    func verdict(now: Int) -> Verdict {
        guard let last = deaths.last else { return .free }
        guard deaths.count >= Self.limit else { return .careful }
        let hold = min(Self.hold.first << min(deaths.count - Self.limit, 8), Self.hold.last)
        // If the clock has been set back since then, the time is not prolonged.
        guard (0..<hold).contains(now &- last.at) else { return .careful }
        return .held(
            "sync was stopped, because stated crashed \(deaths.count) times while it read "
                + "\(last.work) (\(last.signal)): remove that or upgrade stated, then run statectl "
                + "sync now. The next attempt is within a day"
        )
    }
}
