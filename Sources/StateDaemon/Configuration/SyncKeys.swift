// SPDX-License-Identifier: Apache-2.0
extension ConfigurationKey {
    /// The keys of sync.
    static let sync = [
        Self("remote", \.remote, .remote, "the remote store to sync with"),
        Self(
            "conflict",
            \.conflict,
            .strategy,
            needsRestart: true,
            "which of two changes wins"
        ),
        Self(
            "active-interval",
            \.activeInterval,
            .duration(.seconds(1) ... .seconds(3_600)),
            needsRestart: true,
            "how often to sync while a player is playing"
        ),
        Self(
            "sync-timeout",
            \.syncTimeout,
            .duration(.seconds(1) ... .seconds(600)),
            needsRestart: true,
            "how long one round of sync may take"
        ),
    ]
}
