internal import StateModel
internal import StateServices
internal import StateSync
internal import StateSystem
internal import Synchronization

/// A machine's clocks that show what the simulation says.
final class VirtualClocks: MachineClocks {
    private let state: Mutex<ClockReading>

    /// Clocks that show that moment.
    init(_ moment: SyncMoment) {
        state = Mutex(Self.reading(moment))
    }

    private static func reading(_ moment: SyncMoment) -> ClockReading {
        ClockReading(bootID: "boot", boottime: moment.elapsed, wall: moment.trusted)
    }

    func set(_ moment: SyncMoment) {
        state.withLock { $0 = Self.reading(moment) }
    }

    func reading() -> ClockReading { state.withLock { $0 } }

    func isSynchronised() -> Bool { true }
}

/// What a step came to.
final class Answer: Sendable {
    private let state = Mutex<Result<StoreResult, SyncStepFailure>?>(nil)

    /// What it came to; nil: nobody has said yet.
    var value: Result<StoreResult, SyncStepFailure>? { state.withLock { $0 } }

    func set(_ value: Result<StoreResult, SyncStepFailure>) {
        state.withLock { $0 = value }
    }
}
