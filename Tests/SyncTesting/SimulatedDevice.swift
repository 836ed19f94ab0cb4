package import StateModel
package import StateSync

/// A device that does rounds one call after another, with nothing lost on the way.
package final class SimulatedDevice {
    /// Its store.
    package let store: MemoryStore
    /// What it is told to do.
    package var settings: SyncSettings
    /// What it knows of other devices' clocks.
    package var clocks: DeviceClocks { store.disk.state.clocks }
    /// How far its clock is ahead, in milliseconds.
    package var skew = 0
    private var rounds: UInt64 = 0

    /// The device of that number.
    package init(
        _ number: UInt64,
        settings: SyncSettings = SyncSettings(),
        label: String? = nil
    ) {
        let origin = Origin(device: number, incarnation: 1)
        store = MemoryStore(origin: origin, label: label ?? "device-\(number)")
        self.settings = settings
    }

    /// Does one round at `now`, by the remote's clock.
    ///
    /// - Parameters:
    ///   - server: the remote.
    ///   - now: its time in milliseconds since 1970.
    ///   - hasten: what is to be tried again at once; nil: only what is due.
    ///   - failing: the call that comes to nothing, and how; the remote may have done it.
    /// - Returns: what the round came to.
    @discardableResult
    package func round(
        _ server: inout SimulatedServer,
        now: Int,
        hasten: StoreStep? = nil,
        failing: (RemoteCall) -> CallFailure? = { _ in nil }
    ) -> SyncRound.Report {
        settings.comparesAndSwaps = server.manners.comparesAndSwaps
        rounds += 1
        var round = SyncRound(
            settings: settings,
            hasten: hasten,
            seed: store.origin.device &* 1_000 &+ rounds
        )
        var action = round.event(.begin, now: now + skew)
        while true {
            switch action {
            case .end(let report):
                return report
            case .remote(let call):
                let answer: RemoteAnswer
                if let failure = failing(call) {
                    if failure == .afterwards { _ = server.answer(call, now: now) }
                    answer = .failed(.offline("no route"))
                } else {
                    answer = server.answer(call, now: now)
                }
                action = round.event(.remote(answer), now: now + skew)
            case .store(let step):
                action = round.event(perform(step, now: now + skew), now: now + skew)
            }
        }
    }

    private func perform(_ step: StoreStep, now: Int) -> SyncRound.Event {
        do {
            return .stored(try step.perform(on: store, settings: settings, now: now))
        } catch {
            return .storeFailed("\(error)")
        }
    }

    /// Starts as after a crash.
    package func recover(now: Int) {
        _ = perform(.recover, now: now)
    }
}

/// How a call comes to nothing.
package enum CallFailure: Sendable, Equatable {
    /// It never arrives.
    case before
    /// It arrives, and its answer is lost.
    case afterwards
}
