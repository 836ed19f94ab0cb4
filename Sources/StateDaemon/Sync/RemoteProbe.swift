// SPDX-License-Identifier: Apache-2.0
package import StateConfiguration
internal import StateModel
internal import StateSync
internal import StateSystem
internal import SyncModel

/// A single attempt to reach the remote store of a configuration, without a daemon or a store.
package enum RemoteProbe {
    /// Opens the remote store and checks it without changes.
    ///
    /// - Returns: the reason why it cannot be reached; `nil` if it answers, or without a remote
    ///   store.
    package static func obstacle(_ configuration: Configuration) async -> String? {
        guard let address = RemoteAddress(configuration) else { return nil }
        let result = await limited(
            by: ProbeClock(),
            within: configuration.syncTimeout.wholeMilliseconds
        ) {
            try await look(at: address)
        }
        if case .failure(let error) = result { return error.reason }
        return nil
    }

    private static func look(at address: RemoteAddress) async throws {
        // Nothing is sent as this device.
        let user = RemoteUser(origin: Origin(device: 0, incarnation: 1), files: address.files)
        try await address.place.remote(for: user).look()
    }
}

/// The clock of an attempt: only elapsed time counts.
private struct ProbeClock: SyncClock {
    var now: SyncMoment {
        SyncMoment(trusted: .epoch, elapsed: KernelClocks().reading().boottime)
    }

    func wait(until elapsed: Int) async {
        // A cancelled sleep ends at once, and its result is not used.
        try? await Task.sleep(for: .milliseconds(max(0, elapsed - now.elapsed)))
    }
}
