// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

final class RunsJob: Job {
    private static let rowsPerSlice = 256
    /// The number of slices after which a reply is sent even if it is small, so that the caller can
    /// show progress.
    private static let slicesPerReply = 32
    /// The size of the collected periods at which a reply is sent, in bytes.
    ///
    /// A reply can exceed this size by the periods found in one slice.
    private static let bytesPerReply = 256 << 10

    let caller: Caller?
    /// True, because the job keeps the periods until it replies.
    let isLarge = true
    private let playback: PlaybackCalls
    private let since: Timestamp
    private let limit: Int
    private var last = ItemID(0)
    private var runs: [PlayedRun] = []
    private var bytes = 0
    private var slices = 0

    /// Creates a job that replies once it has at least `limit` periods.
    ///
    /// It replies earlier if there are no more, or if the reply is large or has taken many slices.
    init(
        _ parameters: Playback.ListRuns.Parameters,
        limit: Int,
        of playback: PlaybackCalls,
        caller: Caller
    ) throws(StateError) {
        self.caller = caller
        self.limit = limit
        self.playback = playback
        since = parameters.since.map { Timestamp($0) } ?? .min
        guard let cursor = parameters.cursor else { return }
        guard let number = Int(cursor, radix: 36), number >= 0 else {
            throw .unknownCursor
        }
        last = ItemID(number)
    }

    /// Reads a slice; returns the reply once a limit is reached or no item is left.
    ///
    /// While the store has uncommitted writes, nothing is read, because they may still be lost.
    func step(now: Timestamp) throws(StateError) -> [UInt8]? {
        guard !playback.log.isDirty else { return nil }
        let found = try playback.onStore(
            playback.queries.runs(
                after: last,
                since: since,
                limit: Self.rowsPerSlice,
                now: now
            )
        )
        last = found.last
        runs += found.runs
        bytes += found.runs.reduce(0) { $0 + $1.json.count }
        slices += 1
        let isEnough =
            runs.count >= limit || bytes >= Self.bytesPerReply || slices >= Self.slicesPerReply
        guard found.isComplete || isEnough else { return nil }
        let items = max(1, playback.log.statistics.nextID.rawValue - 1)
        return Playback.ListRuns.answer(
            .init(
                runs: runs,
                share: found.isComplete ? 1 : Double(last.rawValue) / Double(items),
                cursor: found.isComplete ? nil : String(last.rawValue, radix: 36)
            )
        )
    }
}
