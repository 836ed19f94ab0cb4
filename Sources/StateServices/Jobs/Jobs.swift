// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import Varlink

/// The jobs of a tenant, which take turns.
final class Jobs: TenantComponent {
    /// The interval at which jobs that wait for another thread are checked, in milliseconds.
    private static let waitingIntervalMilliseconds = 20
    /// The maximum duration of a slice, during which calls wait.
    static let timePerSlice = Duration.milliseconds(2)
    /// The time in a turn after which no further slice begins.
    ///
    /// A client that connects is accepted after the turn, and answered in the next one.
    private static let timePerTurn = Duration.milliseconds(1)

    /// The maximum number of large jobs at once; a thousand would use gigabytes of memory.
    private static let largeAtOnce = 4

    let context: TenantContext
    /// The jobs in progress.
    private(set) var unfinished: [any Job] = []
    /// The large jobs that have not started, because too many others are running.
    private var waiting: [any Job] = []

    /// Creates a list without jobs.
    init(_ context: TenantContext) {
        self.context = context
    }

    /// True if no job is unfinished.
    var isEmpty: Bool { unfinished.isEmpty }

    /// Starts a job, or queues a large one; the caller's connection waits for the reply.
    func start(_ job: any Job) {
        if job.isLarge { waiting.append(job) } else { unfinished.append(job) }
        beginWaiting()
    }

    /// Starts waiting large jobs, up to the limit.
    private func beginWaiting() {
        guard !waiting.isEmpty else { return }
        let room = max(0, Self.largeAtOnce - unfinished.count(where: \.isLarge))
        unfinished += waiting.prefix(room)
        waiting.removeFirst(min(room, waiting.count))
    }

    /// Gives each job a slice in order, until the time is up.
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
        // Jobs that had a slice come last in the next turn.
        unfinished = unfinished[begun...] + left
        beginWaiting()
        guard !unfinished.isEmpty else { return }
        context.wants(
            wake: unfinished.allSatisfy(\.isWaiting) ? now + Self.waitingIntervalMilliseconds : now
        )
    }

    /// Gives a job a slice and charges its caller; returns the reply once it is done.
    private func step(_ job: any Job, now: Timestamp) -> [UInt8]? {
        let begin = ContinuousClock.now
        defer {
            let time = ContinuousClock.now - begin
            job.caller.map { context.transport.worked(for: $0.connection, time) }
        }
        do throws(StateError) {
            if job.writes { try queue.admit() }
            return try job.step(now: now)
        } catch {
            job.abandon()
            return error.message
        }
    }

    /// Ends the jobs that a failed batch affects, with the given reply.
    func fail(_ refusal: [UInt8]) {
        for job in unfinished where job.writes { end(job, refusal) }
        unfinished.removeAll { $0.writes }
    }

    /// Removes a job that is done.
    func remove(_ job: any Job) {
        unfinished.removeAll { $0 === job }
    }

    /// Ends the jobs of a closed connection.
    func closed(_ connection: ConnectionID) {
        for job in unfinished where job.caller?.connection == connection && !job.outlivesCaller {
            job.abandon()
        }
        unfinished.removeAll { $0.caller?.connection == connection && !$0.outlivesCaller }
        waiting.removeAll { $0.caller?.connection == connection }
        beginWaiting()
    }

    /// Ends all jobs, because another store is about to replace the present one.
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
