// SPDX-License-Identifier: Apache-2.0
package import SyncModel

/// An actor that performs the actions of a ``SyncMachine``.
package actor SyncDriver {
    private enum Input: Sendable {
        case machine(SyncMachine.Event)
        case asked(SyncSchedule.Trigger)
        case woke(Int)
    }

    private struct Waiter {
        let trigger: SyncSchedule.Trigger
        let continuation: CheckedContinuation<SyncRound.Report, any Error>
    }

    private var machine: SyncMachine
    private let remote: any Remote
    private let store: any SyncStoreHost
    private let clock: any SyncClock
    private let timeoutMilliseconds: Int
    private let inputs: AsyncStream<Input>
    private nonisolated let input: AsyncStream<Input>.Continuation
    /// The callers that wait for the next round.
    private var waiting: [Waiter] = []
    private var served: [Waiter] = []
    private var watchers: [Int: AsyncStream<SyncStatus>.Continuation] = [:]
    private var watcherCount = 0
    private var publishedStatus = SyncStatus()
    /// The times at which the running timers fire, on the driver's clock.
    private var timers: Set<Int> = []
    private var isOver = false

    package init(
        machine: SyncMachine,
        remote: any Remote,
        store: any SyncStoreHost,
        clock: any SyncClock,
        timeoutMilliseconds: Int = 25_000
    ) {
        self.machine = machine
        self.remote = remote
        self.store = store
        self.clock = clock
        self.timeoutMilliseconds = timeoutMilliseconds
        (inputs, input) = AsyncStream.makeStream(of: Input.self)
    }

    /// Calls `body` with the statistics of sync and the devices that share the remote.
    ///
    /// `body` runs on the driver, so successive calls of `tell` pass the states in order.
    package func tell(_ body: @Sendable (SyncMonitor, DeviceList) -> Void) {
        body(machine.monitor, machine.met)
    }

    /// Passes an event to the schedule.
    ///
    /// It can be called on any thread. Events are handled in the order of the calls.
    package nonisolated func note(_ event: SyncSchedule.Event) {
        input.yield(.machine(.schedule(event)))
    }

    /// Runs a round that begins after this call, and returns its report; `trigger` is `.request` or
    /// `.notification`.
    ///
    /// - Throws: CancellationError if the driver has ended.
    package func sync(
        for trigger: SyncSchedule.Trigger = .request
    ) async throws -> SyncRound.Report {
        if isOver { throw CancellationError() }
        return try await withCheckedThrowingContinuation { continuation in
            waiting.append(Waiter(trigger: trigger, continuation: continuation))
            input.yield(.asked(trigger))
        }
    }

    /// Removes a device from the remote's list of devices, even if the driver has ended.
    ///
    /// - Throws: RemoteError if the removal fails or times out; CancellationError if the task is
    /// cancelled.
    package func forget(_ device: UInt64) async throws {
        let remote = remote
        let result = await limited(by: clock, within: timeoutMilliseconds) {
            try await remote.forget(device)
        }
        try Task.checkCancellation()
        try result.get()
    }

    /// Returns a stream of the status; a slow reader receives only the newest value.
    package func statuses() -> AsyncStream<SyncStatus> {
        let (stream, watcher) = AsyncStream.makeStream(
            of: SyncStatus.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        watcherCount += 1
        let number = watcherCount
        watchers[number] = watcher
        watcher.yield(machine.status)
        return stream
    }

    package func run() async {
        await withDiscardingTaskGroup { group in
            let (remote, input) = (remote, input)
            group.addTask {
                for await _ in remote.notifications() {
                    input.yield(.machine(.schedule(.notified)))
                }
            }
            input.yield(.machine(.started))
            for await next in inputs {
                take(next, &group)
                tell()
                arm(&group)
            }
            group.cancelAll()
        }
        end()
    }
}

extension SyncDriver {
    private func take(_ next: Input, _ group: inout DiscardingTaskGroup) {
        let event: SyncMachine.Event
        switch next {
        case .machine(let happened): event = happened
        case .asked(let trigger):
            // A round that began after the call answers the call too, so no other round is needed.
            guard waiting.contains(where: { $0.trigger == trigger }) else { return }
            event = .schedule(trigger == .notification ? .notified : .requested)
        case .woke(let time):
            timers.remove(time)
            event = .schedule(.woke)
        }
        let begun = machine.begun
        for action in machine.event(event, now: clock.now) { carry(action, &group) }
        guard machine.begun != begun else { return }
        let running = machine.running
        served += waiting.filter { running.contains($0.trigger) }
        waiting.removeAll { running.contains($0.trigger) }
    }

    private func carry(_ action: SyncMachine.Action, _ group: inout DiscardingTaskGroup) {
        let input = input
        switch action {
        case .ended(let report):
            for waiter in served { waiter.continuation.resume(returning: report) }
            served = []
        case .store(let step):
            let (store, settings) = (store, machine.settings)
            group.addTask {
                do {
                    input.yield(.machine(.stored(try await store.perform(step, settings))))
                } catch {
                    input.yield(.machine(.storeFailed("\(error)")))
                }
            }
        case .remote(let call):
            let (remote, clock, timeoutMilliseconds) = (remote, clock, timeoutMilliseconds)
            group.addTask {
                let answer = await call.perform(on: remote, by: clock, within: timeoutMilliseconds)
                input.yield(.machine(.found(remote.findings)))
                input.yield(.machine(.remote(answer)))
            }
        }
    }

    /// Starts a timer for the machine's next deadline, unless a running timer fires by then.
    private func arm(_ group: inout DiscardingTaskGroup) {
        guard let deadline = machine.deadline, timers.allSatisfy({ $0 > deadline }) else { return }
        timers.insert(deadline)
        let (clock, input) = (clock, input)
        group.addTask {
            await clock.wait(until: deadline)
            input.yield(.woke(deadline))
        }
    }

    private func tell() {
        let status = machine.status
        guard status != publishedStatus else { return }
        publishedStatus = status
        for (number, watcher) in watchers {
            if case .terminated = watcher.yield(status) { watchers[number] = nil }
        }
    }

    private func end() {
        isOver = true
        for waiter in waiting + served {
            waiter.continuation.resume(throwing: CancellationError())
        }
        (waiting, served) = ([], [])
        for watcher in watchers.values { watcher.finish() }
        watchers = [:]
    }
}

extension RemoteCall {
    /// Calls the remote and returns its answer, or ``RemoteAnswer/failed(_:)`` after a timeout.
    package func perform(
        on remote: any Remote,
        by clock: any SyncClock,
        within timeoutMilliseconds: Int
    ) async -> RemoteAnswer {
        let result = await limited(by: clock, within: timeoutMilliseconds) {
            await perform(on: remote)
        }
        switch result {
        case .success(let answer): return answer
        case .failure(let error): return .failed(error)
        }
    }
}

/// Returns the result of a call to a remote, or ``RemoteError/offline(_:)`` after a timeout.
package func limited<Value: Sendable>(
    by clock: any SyncClock,
    within timeoutMilliseconds: Int,
    _ call: @escaping @Sendable () async throws -> Value
) async -> Result<Value, RemoteError> {
    let deadline = clock.now.elapsed + timeoutMilliseconds
    return await withTaskGroup(of: Result<Value, RemoteError>.self) { group in
        group.addTask {
            do {
                return .success(try await call())
            } catch {
                return .failure(RemoteError(error))
            }
        }
        group.addTask {
            await clock.wait(until: deadline)
            return .failure(.offline("no answer within \(timeoutMilliseconds / 1_000) s"))
        }
        let first = await group.next()
        group.cancelAll()
        return first ?? .failure(.transient("cancelled"))
    }
}
