// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import StateModel
package import SyncModel
internal import SystemSupport

/// A JetStream stream that one device uses as its remote store.
///
/// Every call blocks. The servers store the devices' presences; each device stores its read
/// position locally.
package struct NATSStream: RemoteStore {
    let origin: Origin
    var client: StreamClient

    /// The last known identity of the stream; `nil` if it was never found.
    var known: RemoteIdentity?
    /// The name of the expected store; `nil` if any store is accepted.
    private var expectedName: String?
    private(set) var isReady = false
    private(set) var isDurable = false
    private(set) var hasReplicas = false
    /// The server's clock minus the local clock, in milliseconds.
    private var serverAhead = 0

    /// The highest message number that this device has stored or read.
    var newest = 0
    /// The number of the leader's newest message when the leader was last asked.
    var lastAtLeader = 0
    /// Messages that were fetched, but did not fit into the page.
    var ahead: FetchedMessages?
    /// The message number of this device's presence; `nil` until one was found or stored.
    var presence: Int?
    /// True if the stream has lost messages, and the caller of ``page(after:limit:)`` has not yet
    /// started again.
    var hasGoneBack = false
    /// True once this round has found that the stream still has this device's last presence.
    var isPresenceConfirmed = false
    var packs: [Origin: NewestPack] = [:]
    var findings = RemoteFindings()

    init(
        _ place: NATSPlace,
        _ files: RemoteFiles,
        origin: Origin,
        known: RemoteIdentity?,
        listener: NATSListener
    ) {
        self.origin = origin
        client = StreamClient(place, files, listener: listener)
        expectedName = known?.name
        self.known = known
    }

    var layout: StreamLayout { client.layout }

    var serverTime: Timestamp { Timestamp(milliseconds(of: CLOCK_REALTIME) + serverAhead) }
}

extension NATSStream {
    /// Connects, finds or creates the stream, and returns its identity.
    ///
    /// - Throws: `RemoteError`: offline if no server answers or the store is not the known one,
    ///   permanent if the stream must not be used.
    package mutating func setUp() throws(RemoteError) -> RemoteIdentity {
        isReady = false
        isPresenceConfirmed = false
        ahead = nil
        var found = try found()
        if found == nil { found = try make() }
        guard var info = found else { throw .transient("there is no NATS stream \(layout.name)") }
        // A manual edit may have removed the name, but no other stream has its creation time.
        if let known, !info.isNamed, info.epoch == known.epoch { info.name = known.name }
        try info.check(layout)
        if let expectedName, expectedName != info.name {
            throw .offline(
                "the NATS stream \(layout.name) belongs to a different remote store; to switch to it, "
                    + "run statectl sync setup \(client.url)"
            )
        }
        let identity = RemoteIdentity(name: info.name, epoch: info.epoch)
        if identity == known, info.last < newest { hasGoneBack = true }
        if identity != known || hasGoneBack { forgetNumbers() }
        known = identity
        expectedName = info.name
        lastAtLeader = info.last
        isDurable = info.isDurable
        hasReplicas = info.hasReplicas
        findings.isVolatile = !info.isDurable
        serverAhead = info.serverTime - milliseconds(of: CLOCK_REALTIME)
        isReady = true
        return identity
    }

    /// Connects and checks that an existing stream can be used; creates nothing.
    package mutating func look() throws(RemoteError) {
        guard let info = try found() else { return }
        try info.check(layout)
        _ = try presences()
    }

    /// Resets the message numbers, which may now belong to other messages.
    mutating func forgetNumbers() {
        (newest, presence, packs, ahead) = (0, nil, [:], nil)
        client.listener.forgetAnnouncements()
    }

    /// Returns the stream's state; `nil` if the stream does not exist and none is expected.
    private mutating func found() throws(RemoteError) -> StreamInfo? {
        let answer = try client.call(layout.request("STREAM.INFO"))
        guard let error = answer.error else { return try info(answer) }
        guard error.code == JetStreamError.noStream else { throw RemoteError(error) }
        guard expectedName == nil else {
            throw .offline(
                "the NATS stream \(layout.name) is gone: restore it from a backup, or start over with "
                    + "statectl sync setup \(client.url)"
            )
        }
        return nil
    }

    private func info(_ answer: JetStreamAnswer) throws(RemoteError) -> StreamInfo {
        guard let info = StreamInfo(answer, layout) else {
            throw .transient(
                "a NATS server sent an incomplete description of the stream \(layout.name)"
            )
        }
        // Without a leader, the reply may be outdated, which would look like lost records.
        if info.hasReplicas, !info.hasLeader {
            throw .transient("the NATS stream \(layout.name) has no leader at the moment")
        }
        return info
    }

    /// Creates the stream, with three replicas in a cluster, otherwise with one.
    ///
    /// If another device was faster, the stream of that device is used.
    private mutating func make() throws(RemoteError) -> StreamInfo {
        var random = SystemRandomNumberGenerator()
        let name = (0..<2).map { _ in String(random.next(), radix: 16) }.joined()
        for replicas in [3, 1] {
            let settings = layout.settings(identity: name, replicas: replicas)
            let answer = try client.call(layout.request("STREAM.CREATE", settings))
            guard let error = answer.error else { return try info(answer) }
            if error.code == JetStreamError.nameInUse { break }
            if error.code == JetStreamError.tooFewServers {
                // A stream created now would keep its single copy when the servers return.
                throw .transient(
                    "fewer than three NATS servers are available for the stream \(layout.name); "
                        + "stated-nats(7) explains how to create the stream with fewer copies"
                )
            }
            guard error.code == JetStreamError.noCluster else { throw RemoteError(error) }
        }
        guard let info = try found() else {
            throw .transient("the NATS stream \(layout.name) could not be created")
        }
        return info
    }

    /// Checks that the stream is the one that the last ``setUp()`` found.
    ///
    /// - Throws: `RemoteError` if it was deleted, replaced or restored to an older state since.
    mutating func checkUnchanged() throws(RemoteError) {
        let answer = try client.call(layout.request("STREAM.INFO"))
        if let error = answer.error { throw RemoteError(error) }
        let info = try info(answer)
        guard info.epoch == known?.epoch, info.last >= newest else {
            throw .transient(
                "the NATS stream \(layout.name) was replaced or restored to an older state during "
                    + "the round; the next round tries again"
            )
        }
    }
}
