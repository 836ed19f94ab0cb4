// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import StateModel
package import SyncModel
internal import SystemSupport

/// A store on JetStream servers, as a device uses it.
///
/// The calls block. The servers store the presences of devices, but not how far each device has
/// read, which is stored locally.
package struct NATSStream: RemoteStore {
    /// The origin of this device.
    let origin: Origin
    /// The client for requests about the stream.
    var client: StreamClient

    /// The last known identity of the store; `nil` if it was never found.
    var known: RemoteIdentity?
    /// The name of the expected store; `nil` to accept any store.
    private var expectedName: String?
    /// True once ``setUp()`` has succeeded.
    private(set) var isReady = false
    /// True if the administrator has declared that an acknowledged message survives a power cut.
    private(set) var isDurable = false
    /// True if several servers have the stream; some of them may be behind.
    private(set) var hasReplicas = false
    /// The lead of the server's clock over the local clock, in milliseconds.
    private var serverAhead = 0

    /// The highest number of a message that this device stored, or that was announced.
    var newest = 0
    /// The number of the leader's newest message at the beginning of the round.
    var lastAtLeader = 0
    /// The messages that were fetched, but did not fit into the page.
    var ahead: FetchedMessages?
    /// The number of the message with this device's presence; `nil` until it has been looked up.
    var presence: Int?
    /// True if the stream has lost messages, and the caller has not been told yet.
    var hasGoneBack = false
    /// True if the stream has this device's last presence, which is checked once in each round.
    var isWitnessed = false
    /// The newest pack of events of each incarnation of this device.
    var packs: [Origin: NewestPack] = [:]
    /// The messages that cannot be read.
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

    /// The time on the server's clock, in milliseconds since 1970.
    var serverTime: Timestamp { Timestamp(milliseconds(of: CLOCK_REALTIME) + serverAhead) }
}

extension NATSStream {
    /// Connects, finds or creates the stream, and returns its identity.
    ///
    /// - Throws: `RemoteError`, which is offline if no server answers or the store is not the known
    ///   one, and permanent if the store must not be used.
    package mutating func setUp() throws(RemoteError) -> RemoteIdentity {
        isReady = false
        isWitnessed = false
        ahead = nil
        var found = try found()
        if found == nil { found = try make() }
        guard var info = found else { throw .transient("there is no NATS stream \(layout.name)") }
        // Someone may have removed the name by hand, but only this stream has this creation time.
        if let known, !info.isNamed, info.epoch == known.epoch { info.name = known.name }
        try check(info)
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

    /// Connects, and checks that an existing stream can be used; creates nothing.
    package mutating func look() throws(RemoteError) {
        guard let info = try found() else { return }
        try check(info)
        _ = try presences()
    }

    private func check(_ info: StreamInfo) throws(RemoteError) {
        if let reason = info.obstacle(layout) {
            throw .permanent(
                "the NATS stream \(layout.name) is not used, because its settings would lose records: "
                    + reason
            )
        }
    }

    /// Forgets the numbers of messages, because they may belong to other messages now.
    mutating func forgetNumbers() {
        (newest, presence, packs, ahead) = (0, nil, [:], nil)
        client.listener.forgetAnnouncements()
    }

    /// Returns the state of the stream; `nil` if it does not exist and may be created.
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
        // Without a leader, the reply may be outdated, and would look as if records were lost.
        if info.hasReplicas, !info.hasLeader {
            throw .transient("the NATS stream \(layout.name) has no leader at the moment")
        }
        return info
    }

    /// Creates the stream, on three servers if there are as many.
    ///
    /// If another device has created the stream in the meantime, that stream is used.
    private mutating func make() throws(RemoteError) -> StreamInfo {
        var random = SystemRandomNumberGenerator()
        let name = (0..<2).map { _ in String(random.next(), radix: 16) }.joined()
        for replicas in [3, 1] {
            let settings = layout.settings(identity: name, replicas: replicas)
            let answer = try client.call(layout.request("STREAM.CREATE", settings))
            guard let error = answer.error else { return try info(answer) }
            if error.code == JetStreamError.nameInUse { break }
            if error.code == JetStreamError.tooFewServers {
                // If the stream were created now, it would have only one copy, even when the
                // servers return.
                throw .transient(
                    "the NATS cluster has fewer than three servers for the stream \(layout.name) "
                        + "now; stated-nats(7) explains how to create the stream with fewer copies"
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
    /// - Throws: `RemoteError.transient` if it was deleted or replaced in the meantime.
    mutating func checkUnchanged() throws(RemoteError) {
        let answer = try client.call(layout.request("STREAM.INFO"))
        if let error = answer.error { throw RemoteError(error) }
        let info = try info(answer)
        guard info.epoch == known?.epoch, info.last >= newest else {
            throw .transient("the NATS stream \(layout.name) was replaced in the meantime")
        }
    }
}
