internal import StateProtocol
internal import StateStore
internal import Varlink

/// Work that is too long for one turn of the loop: it gets a slice of each turn until it is done.
protocol Job: AnyObject {
    /// The connection that waits for the job; `nil` if none does.
    var connection: ConnectionID? { get }
    /// True if the job writes, so that it fails with the batch that it is part of.
    var writes: Bool { get }
    /// True if the caller expects a reply.
    var wantsAnswer: Bool { get }
    /// True while another thread works for it, so that its next slice is not urgent.
    var isWaiting: Bool { get }
    /// Performs one slice; returns the reply once the job is done, or `nil`.
    func step(_ tenant: Tenant, now: Int) throws(StateError) -> [UInt8]?
    /// Stops the job, because no caller waits for it any more.
    func abandon()
}

extension Job {
    /// False, because most jobs work on the thread that serves.
    var isWaiting: Bool { false }
}

extension Tenant {
    /// The interval at which jobs that wait for another thread are checked, in milliseconds.
    private static let waitingInterval = 20

    /// Starts a job; its connection waits for it.
    func start(_ job: any Job) {
        jobs.append(job)
    }

    /// The time per turn that jobs may take, during which calls wait.
    static let jobTime = Duration.milliseconds(2)

    /// Gives each job a slice in order, until their time is up.
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
        // Jobs that had a slice come last in the next turn.
        jobs = jobs[begun...] + unfinished
        guard !jobs.isEmpty else { return }
        wants(wake: jobs.allSatisfy(\.isWaiting) ? now + Self.waitingInterval : now)
    }

    /// Ends the jobs whose batch was lost, with the given reply.
    func failJobs(_ refusal: [UInt8]) {
        for job in jobs where job.writes {
            job.abandon()
            guard let connection = job.connection else { continue }
            if job.wantsAnswer { transport.send(refusal, to: connection) }
            transport.proceed(connection)
        }
        jobs.removeAll { $0.writes }
    }

    /// Ends the jobs and the streams of a closed connection.
    func closed(_ connection: ConnectionID) {
        publisher.remove(connection)
        monitors.remove(connection)
        lateMonitors.remove(connection)
        sync?.forget(connection)
        eventPublisher.remove(connection)
        storeTicks(from: connection)
        detach(connection)
        lastReports[connection] = nil
        connections.remove(connection)
        for job in jobs where job.connection == connection { job.abandon() }
        jobs.removeAll { $0.connection == connection }
    }
}
