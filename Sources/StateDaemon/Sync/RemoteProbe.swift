// SPDX-License-Identifier: Apache-2.0
package import StateConfiguration
internal import StateModel
internal import StateSync
internal import StateSystem
internal import SyncModel

/// A single attempt to reach the configured remote store, without a daemon or a local store.
package enum RemoteProbe {
    /// Checks that the remote store can be reached and used, without changing it.
    ///
    /// - Returns: The reason why it cannot be used; `nil` if it can, or if none is configured.
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
        // The origin does not matter, because nothing is written.
        let user = RemoteUser(origin: Origin(device: 0, incarnation: 1), files: address.files)
        try await address.place.remote(for: user).look()
    }
}

private struct ProbeClock: SyncClock {
    var now: SyncMoment {
        SyncMoment(trusted: .epoch, elapsed: KernelClocks().reading().boottime)
    }

    func wait(until elapsed: Int) async {
        // A sleep that is cancelled ends immediately, and its result is not used.
        try? await Task.sleep(for: .milliseconds(max(0, elapsed - now.elapsed)))
    }
}
