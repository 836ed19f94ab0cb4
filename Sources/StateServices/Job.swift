internal import StateProtocol
internal import StateStore
internal import Varlink

/// Work that is too long for one turn of the loop: it gets a slice of each until it is done.
protocol Job: AnyObject {
    /// Who waits for it; nil: nobody.
    var connection: ConnectionID? { get }
    /// Whether it writes, so that it fails with the batch that it is part of.
    var writes: Bool { get }
    /// Whether the caller takes an answer.
    var wantsAnswer: Bool { get }
    /// True while another thread works for it, so that its next slice is not urgent.
    var isWaiting: Bool { get }
    /// Does one slice; not nil: the job is done, and this is its answer.
    func step(_ space: Space, now: Int) throws(StateError) -> [UInt8]?
    /// Nobody waits any more.
    func abandon()
}

extension Job {
    var isWaiting: Bool { false }
}

extension Space {
    /// The interval at which jobs that wait for another thread are looked at, in milliseconds.
    private static let waitingInterval = 20

    /// Starts a job; its connection waits for it.
    func start(_ job: any Job) {
        jobs.append(job)
    }

    /// The time that jobs may take of a turn, in which calls wait.
    static let jobTime = Duration.milliseconds(2)

    /// Gives jobs a slice each, one after the other, until their time is up.
    func runJobs(now: Int) {
        guard !jobs.isEmpty else { return }
        let begin = ContinuousClock.now
        var unfinished: [any Job] = []
        var begun = 0
        while begun < jobs.count, begun == 0 || ContinuousClock.now - begin < Self.jobTime {
            let job = jobs[begun]
            begun += 1
            let message: [UInt8]?
            do throws(StateError) {
                if job.writes { try admit() }
                message = try job.step(self, now: now)
            } catch {
                job.abandon()
                message = error.message
            }
            guard let message else {
                unfinished.append(job)
                continue
            }
            guard let connection = job.connection else { continue }
            if job.wantsAnswer { answer(message, to: connection) }
            transport.proceed(connection)
        }
        // Those that had a slice come last the next time.
        jobs = jobs[begun...] + unfinished
        guard !jobs.isEmpty else { return }
        wants(wake: jobs.allSatisfy(\.isWaiting) ? now + Self.waitingInterval : now)
    }

    /// The batch that jobs wrote in was lost: they end with that answer.
    func failJobs(_ refusal: [UInt8]) {
        for job in jobs where job.writes {
            job.abandon()
            guard let connection = job.connection else { continue }
            if job.wantsAnswer { transport.send(refusal, to: connection) }
            transport.proceed(connection)
        }
        jobs.removeAll { $0.writes }
    }

    /// The connection is gone: its jobs and its stream end.
    func closed(_ connection: ConnectionID) {
        hub.remove(connection)
        monitors.remove(connection)
        lateMonitors.remove(connection)
        sync?.forget(connection)
        followers.remove(connection)
        storeTicks(from: connection)
        detach(connection)
        echoes[connection] = nil
        connections.remove(connection)
        for job in jobs where job.connection == connection { job.abandon() }
        jobs.removeAll { $0.connection == connection }
    }
}
