// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import StateSync
package import SyncModel

/// A device that runs sync rounds, one call after another, over a network that loses nothing.
package final class SimulatedDevice {
    /// The store of the device.
    package let store: MemoryStore
    /// The sync settings of the device.
    package var settings: SyncSettings
    /// The device's knowledge of other devices' clocks.
    package var clocks: DeviceClocks { store.disk.state.clocks }
    /// The lead of its clock, in milliseconds.
    package var skew = 0
    private var rounds: UInt64 = 0

    /// Creates the device with the given number.
    package init(
        _ number: UInt64,
        settings: SyncSettings = SyncSettings(),
        label: String? = nil
    ) {
        let origin = Origin(device: number, incarnation: 1)
        store = MemoryStore(origin: origin, label: label ?? "device-\(number)")
        self.settings = settings
    }

    /// Runs one round at `now`, by the remote's clock.
    ///
    /// - Parameters:
    /// - server: the remote.
    /// - now: the remote's time in milliseconds since 1970.
    /// - expedite: the step to retry at once; `nil` to do only due work.
    /// - failing: the function that chooses the calls that fail, and how; the remote may have
    ///   carried them out.
    /// - Returns: the report of the round.
    @discardableResult
    package func round(
        _ server: inout SimulatedServer,
        now: Timestamp,
        expedite: StoreStep? = nil,
        failing: (RemoteCall) -> CallFailure? = { _ in nil }
    ) -> SyncRound.Report {
        settings.comparesAndSwaps = server.manners.comparesAndSwaps
        rounds += 1
        var round = SyncRound(
            settings: settings,
            own: store.origin,
            expedite: expedite,
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

    private func perform(_ step: StoreStep, now: Timestamp) -> SyncRound.Event {
        do {
            return .stored(try step.perform(on: store, settings: settings, now: now))
        } catch {
            return .storeFailed("\(error)")
        }
    }

    /// Recovers as after a crash.
    package func recover(now: Timestamp) {
        _ = perform(.recover, now: now)
    }
}

/// The way in which a call fails.
package enum CallFailure: Sendable, Equatable {
    /// The call never arrives.
    case before
    /// The call arrives, and its answer is lost.
    case afterwards
}
