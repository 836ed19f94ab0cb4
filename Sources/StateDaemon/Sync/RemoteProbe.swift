// SPDX-License-Identifier: Apache-2.0
package import StateConfiguration
internal import StateModel
internal import StateSync
internal import StateSystem
internal import SyncModel

/// A single attempt to reach the remote store of a configuration, without a daemon or a store.
package enum RemoteProbe {
    /// Prepares the remote store as a first round does.
    ///
    /// - Returns: the reason why it cannot be reached; `nil` if it answers, or if there is none.
    package static func obstacle(_ configuration: Configuration) async -> String? {
        guard let address = configuration.remoteStore else { return nil }
        let remote = RemoteMaker.standard.remote(
            at: RemoteMaker.Place(
                address: address,
                origin: Origin(device: .random(in: .min ... .max), incarnation: 1)
            )
        )
        for call in [RemoteCall.setUp, .devices] {
            let answer = await call.perform(
                on: remote,
                by: ProbeClock(),
                within: configuration.syncTimeout.wholeMilliseconds
            )
            if case .failed(let error) = answer { return error.reason }
        }
        return nil
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
