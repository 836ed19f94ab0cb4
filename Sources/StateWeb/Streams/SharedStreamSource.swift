// SPDX-License-Identifier: Apache-2.0
internal import NIOCore
internal import StateProtocol
internal import Varlink
internal import VarlinkNIO

/// The subscription that feeds a shared stream, and goes on over a daemon that is started again.
struct SharedStreamSource: Sendable {
    /// The method of the daemon that is followed.
    struct Method: Sendable, Hashable {
        /// The qualified name.
        let name: String
        /// The parameters, one JSON object without a token.
        let parameters: [UInt8]
    }

    private static let subscribe = Playback.Subscribe.name
    /// An item that no player plays: its subscription has next to no standing state, but a token.
    private static let noItem = #"{"item":"urn:io.stated.web:nothing"}"#

    /// The way to the daemon.
    let link: DaemonLink
    /// The stream that is fed.
    let stream: SharedStream

    /// Follows the changes until the task is cancelled.
    ///
    /// - Parameters:
    ///   - parameters: those of Subscribe, but the token.
    ///   - isGreeted: true if readers are sent an event when the stream begins, and no replies that
    ///     have no changes.
    func followChanges(_ parameters: [JSONMember], isGreeted: Bool) async {
        var machine = StreamMachine(token: nil)
        // Sent once it is known where the stream goes on: what is asked for after it is not older.
        var resync: ServerSentEvent?
        while !Task.isCancelled {
            do throws(ClientError) {
                if machine.token == nil {
                    try await begin(&machine, isGreeted: isGreeted, resync)
                    resync = nil
                }
                try await publish(parameters, &machine, isGreeted: isGreeted)
                await end(machine.ended(nil), &resync)
            } catch {
                await end(machine.ended(error), &resync)
            }
        }
    }

    private func end(_ step: StreamMachine.Step, _ resync: inout ServerSentEvent?) async {
        switch step {
        // The fault may be gone in a moment.
        case .fail: await pause(.seconds(8))
        case .retry(let time, let event):
            if event?.name == "resync" {
                resync = event
            } else if let event {
                await stream.publish([event])
            }
            await pause(time)
        }
    }

    private func begin(
        _ machine: inout StreamMachine,
        isGreeted: Bool,
        _ resync: ServerSentEvent?
    ) async throws(ClientError) {
        guard let token = try await currentToken() else { throw .closed }
        let back = machine.arrived(ServerSentEvent(id: token, data: []))
        if back.count > 1 { await stream.publish([back[0]]) }
        await stream.begin(at: token, isGreeted: isGreeted, resync: resync)
    }

    /// Publishes the replies of one connection until it ends.
    private func publish(
        _ parameters: [JSONMember],
        _ machine: inout StreamMachine,
        isGreeted: Bool
    ) async throws(ClientError) {
        let token = machine.token.map { [JSONMember(key: "token", value: .string($0))] } ?? []
        let call = JSONValue.object(parameters + token).encoded
        for try await reply in try await link.stream(Self.subscribe, call) {
            let events = machine.arrived(ServerSentEvent(reply: reply.parameters))
            let hasNews = !isGreeted || StreamReply(reply.parameters).hasChanges
            await stream.publish(hasNews ? events : events.filter { $0.name != nil })
        }
    }

    /// Returns the daemon's current token, without the state that stands.
    private func currentToken() async throws(ClientError) -> String? {
        for try await reply in try await link.stream(Self.subscribe, Array(Self.noItem.utf8)) {
            let state = StreamReply(reply.parameters)
            if state.isReady { return state.token }
        }
        return nil
    }

    /// Follows the state of sync, whose replies become events of that name, until the task is
    /// cancelled.
    func followSync() async {
        var machine = StreamMachine(token: nil)
        while !Task.isCancelled {
            if case .retry(let time, _) = machine.ended(await followSyncOnce(&machine)) {
                await pause(time)
            } else {
                await pause(.seconds(8))
            }
        }
    }

    private func followSyncOnce(_ machine: inout StreamMachine) async -> ClientError? {
        do throws(ClientError) {
            // An open page is a person who looks; one that is hidden has no stream.
            let call = Sync.Monitor.Parameters(front: true).json
            for try await reply in try await link.stream(Sync.Monitor.name, call) {
                var reader = JSONReader(reply.parameters)
                let status = try? reader.value()["status"]
                let event = ServerSentEvent(name: "sync", data: (status ?? .null).encoded)
                _ = machine.arrived(event)
                await stream.publish([event])
            }
            return nil
        } catch {
            return error
        }
    }

    private func pause(_ time: Duration) async {
        // A cancelled task does not wait; its caller sees that itself.
        try? await Task.sleep(for: time)
    }
}
