// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateProtocol
import StateSync
import SyncModel
import SyncTesting

/// A machine, its store and a remote, on a clock that a test sets.
struct MachineBench {
    let store: MemoryStore
    var machine: SyncMachine
    var server = SimulatedServer()
    var now = SyncMoment(trusted: 1_000_000, elapsed: 0)
    var failure: RemoteError?
    /// The error of each push.
    var refusal: RemoteError?
    /// The error of each read.
    var silence: RemoteError?
    /// Chooses the steps that the store does not carry out.
    var refuses: (StoreStep) -> Bool = { _ in false }
    /// Chooses the calls that fail.
    var loses: (RemoteCall) -> CallFailure? = { _ in nil }
    /// Returns what happens during a call, if anything.
    var meanwhile: (RemoteCall) -> SyncSchedule.Event? = { _ in nil }
    /// How long each call takes, in milliseconds.
    var latency = 10
    /// The states that were seen, without repetitions.
    var states: [SyncStatus.State] = []
    var reports: [SyncRound.Report] = []

    init(seed: UInt64 = 1) {
        store = MemoryStore(origin: Origin(device: 1, incarnation: 1), label: "attic")
        machine = SyncMachine(settings: SyncSettings(), seed: seed)
    }

    /// Creates the machine of a device that reports itself to others.
    init(device: UInt64) {
        let origin = Origin(device: device, incarnation: 1)
        store = MemoryStore(origin: origin, label: "device \(device)")
        machine = SyncMachine(settings: SyncSettings(), own: origin, seed: device)
    }

    mutating func happens(_ event: SyncMachine.Event) {
        var actions = machine.event(event, now: now)
        while !actions.isEmpty {
            if states.last != machine.status.state { states.append(machine.status.state) }
            actions = actions.flatMap { perform($0) }
        }
        if states.last != machine.status.state { states.append(machine.status.state) }
    }

    private mutating func perform(_ action: SyncMachine.Action) -> [SyncMachine.Action] {
        switch action {
        case .ended(let report):
            reports.append(report)
            return []
        case .store(let step):
            let settings = machine.settings
            guard !refuses(step),
                let result = try? step.perform(on: store, settings: settings, now: now.trusted)
            else { return machine.event(.storeFailed("broken"), now: now) }
            return machine.event(.stored(result), now: now)
        case .remote(let call):
            pass(latency)
            if let event = meanwhile(call) { _ = machine.event(.schedule(event), now: now) }
            var failure = failure
            if case .push = call { failure = failure ?? refusal }
            if case .page = call { failure = failure ?? silence }
            let loss = loses(call)
            if loss == .before { failure = .offline("no route") }
            var answer = failure.map { .failed($0) } ?? server.answer(call, now: now.trusted)
            if loss == .afterwards { answer = .failed(.offline("no answer")) }
            return machine.event(.remote(answer), now: now)
        }
    }

    /// Lets time pass, and wakes the machine when it asks for it.
    mutating func live(_ milliseconds: Int) {
        let end = now.elapsed + milliseconds
        while let deadline = machine.deadline, deadline <= end {
            pass(max(0, deadline - now.elapsed))
            happens(.schedule(.woke))
        }
        pass(max(0, end - now.elapsed))
    }

    mutating func pass(_ milliseconds: Int) {
        now.trusted += milliseconds
        now.elapsed += milliseconds
    }
}
