// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

extension ConfigurationKey {
    /// The keys of sync.
    static let sync = [
        Self("remote", \.remote, .remote, "the remote store to sync with"),
        Self(
            "remote-credentials",
            \.remoteFiles.credentials,
            .optionalFile,
            "the file with this device's credentials for NATS servers"
        ),
        Self(
            "remote-ca",
            \.remoteFiles.authorities,
            .optionalFile,
            "the certificates of the servers' authorities"
        ),
        Self(
            "remote-certificate",
            \.remoteFiles.certificate,
            .optionalFile,
            "this device's certificate for the servers"
        ),
        Self(
            "remote-key",
            \.remoteFiles.key,
            .optionalFile,
            "the private key of that certificate"
        ),
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
