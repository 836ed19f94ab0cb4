// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

extension ConfigurationKey {
    static let sync = [
        Self("remote", \.remote, .remote).help("the remote store to sync with"),
        Self("remote-credentials", \.remoteFiles.credentials, .optionalFile)
            .help("the file with this device's credentials for NATS servers"),
        Self("remote-ca", \.remoteFiles.authorities, .optionalFile)
            .help("the certificates of the servers' authorities"),
        Self("remote-certificate", \.remoteFiles.certificate, .optionalFile)
            .help("this device's certificate for the servers"),
        Self("remote-key", \.remoteFiles.key, .optionalFile)
            .help("the private key of that certificate"),
        Self("conflict", \.conflict, .name).onRestart.help("which of two conflicting changes wins"),
        Self("active-interval", \.activeInterval, .duration(.seconds(1) ... .seconds(3_600)))
            .onRestart
            .help("how often to sync while a player is playing"),
        Self("sync-timeout", \.syncTimeout, .duration(.seconds(1) ... .seconds(600))).onRestart
            .help("how long a call to the remote store may take"),
    ]
}
