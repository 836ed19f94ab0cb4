// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import Varlink

final class Jobs: TenantComponent {
    /// The interval between checks of jobs that wait for another thread, in milliseconds.
    private static let waitingIntervalMilliseconds = 20
    /// The intended duration of a slice, during which other calls wait.
    static let timePerSlice = Duration.milliseconds(2)
    /// The time in a turn after which no further slice begins.
    ///
    /// The limit is short, because a client that connects during the turn is accepted only after
    /// the turn, and answered in the next one.
    private static let timePerTurn = Duration.milliseconds(1)

    /// The maximum number of large jobs at a time; a thousand of them would use gigabytes of
    /// memory.
    private static let largeAtOnce = 4

    let context: TenantContext
    private(set) var unfinished: [any Job] = []
    /// The large jobs that wait until fewer others are running.
    private var waiting: [any Job] = []

    init(_ context: TenantContext) {
        self.context = context
    }

    var isEmpty: Bool { unfinished.isEmpty }

    func start(_ job: any Job) {
        if job.isLarge { waiting.append(job) } else { unfinished.append(job) }
        beginWaiting()
    }

    private func beginWaiting() {
        guard !waiting.isEmpty else { return }
        let room = max(0, Self.largeAtOnce - unfinished.count(where: \.isLarge))
        unfinished += waiting.prefix(room)
        waiting.removeFirst(min(room, waiting.count))
    }

    /// Runs a slice of each job in order, until the time of the turn is used up.
    func run(now: Timestamp) {
        guard !unfinished.isEmpty else { return }
        let begin = ContinuousClock.now
        var left: [any Job] = []
        var begun = 0
        while begun < unfinished.count, begun == 0 || ContinuousClock.now - begin < Self.timePerTurn
        {
            let job = unfinished[begun]
            let wasLarge = job.isLarge
            begun += 1
            guard let message = step(job, now: now) else {
                if job.isLarge, !wasLarge { waiting.append(job) } else { left.append(job) }
                continue
            }
            context.reply(message, to: job.caller)
        }
        // In the next turn, jobs that have had a slice come last; of these, the readers come first,
        // because they cannot read after a job that has written in the same turn.
        unfinished = unfinished[begun...] + left.filter { !$0.writes } + left.filter(\.writes)
        beginWaiting()
        guard !unfinished.isEmpty else { return }
        context.wants(
            wake: unfinished.allSatisfy(\.isWaiting) ? now + Self.waitingIntervalMilliseconds : now
        )
    }

    /// Runs a slice of a job and charges the caller for it; returns the reply once the job is done.
    private func step(_ job: any Job, now: Timestamp) -> [UInt8]? {
        let begin = ContinuousClock.now
        defer {
            let time = ContinuousClock.now - begin
            job.caller.map { context.transport.charge(for: $0.connection, time) }
        }
        do throws(StateError) {
            if job.writes { try queue.admit() }
            return try job.step(now: now)
        } catch {
            job.abandon()
            return error.message
        }
    }

    /// Ends the jobs that write, because their batch has failed; their callers receive `refusal`.
    func fail(_ refusal: [UInt8]) {
        for job in unfinished where job.writes { end(job, refusal) }
        unfinished.removeAll { $0.writes }
    }

    func remove(_ job: any Job) {
        unfinished.removeAll { $0 === job }
    }

    /// Ends the jobs of a connection that has closed, except those that outlive their caller.
    func closed(_ connection: ConnectionID) {
        for job in unfinished where job.caller?.connection == connection && !job.outlivesCaller {
            job.abandon()
        }
        unfinished.removeAll { $0.caller?.connection == connection && !$0.outlivesCaller }
        waiting.removeAll { $0.caller?.connection == connection }
        beginWaiting()
    }

    /// Ends all jobs, because another store is about to replace the current one; their callers
    /// receive `refusal`.
    func retire(_ refusal: [UInt8]) {
        for job in unfinished + waiting { end(job, refusal) }
        unfinished = []
        waiting = []
    }

    private func end(_ job: any Job, _ refusal: [UInt8]) {
        job.abandon()
        context.reply(refusal, to: job.caller, atOnce: true)
    }
}
