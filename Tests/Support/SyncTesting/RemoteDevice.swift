// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import StateSync
package import SyncModel

/// A device that runs sync rounds with a driver, one after another.
package actor RemoteDevice {
    private let store: MemoryStore
    private let remote: any Remote
    private var rounds: UInt64 = 0

    /// Creates a device with the given origin.
    package init(_ origin: Origin, remote: any Remote) {
        store = MemoryStore(origin: origin, label: "device-\(origin.device)")
        self.remote = remote
    }

    /// Runs one round at `now`, in milliseconds since 1970.
    @discardableResult
    package func round(now: Timestamp) async -> SyncRound.Report {
        rounds += 1
        let settings = SyncSettings()
        var round = SyncRound(
            settings: settings,
            isReportDue: true,
            seed: rounds
        )
        var action = round.event(.begin, now: now)
        while true {
            switch action {
            case .end(let report):
                return report
            case .remote(let call):
                action = round.event(.remote(await call.perform(on: remote)), now: now)
            case .store(let step):
                do {
                    let result = try step.perform(on: store, settings: settings, now: now)
                    action = round.event(.stored(result), now: now)
                } catch {
                    action = round.event(.storeFailed("\(error)"), now: now)
                }
            }
        }
    }

    /// Runs `body` with the store.
    package func with<Value: Sendable>(
        _ body: @Sendable (MemoryStore) -> Value
    ) -> Value {
        body(store)
    }
}
