// SPDX-License-Identifier: Apache-2.0
public import StateModel
import SystemSupport

/// A player's session with the daemon, which reports playback and follows the state of the player.
///
/// ```swift
/// let session = try PlayerSession(player: "example", label: "Example", obeys: [.pause])
/// let start = try await session.resume("film")?.position ?? 0
/// try session.report(
///     Snapshot(item: "film", player: "example", status: .playing, position: start))
/// for await state in session.states { show(state) }
/// ```
///
/// Each session is a surface of the player, such as a window. It connects immediately, and
/// reconnects whenever the connection is lost. Reports are kept until the daemon has acknowledged
/// them, or newer ones replace them. All surfaces of a player, in any process, follow the same
/// state.
///
/// A session ends with ``close(within:)``, or when its last reference is released, so keep a
/// reference while the app plays.
public final class PlayerSession: Sendable {
    /// The name of the player.
    public let player: String
    /// The client that makes the session's calls.
    public let client: StateClient
    private let driver: PlayerSessionDriver

    /// Creates a session, which makes the app a surface of a player.
    ///
    /// - Parameters:
    ///   - player: The name of the player, 1 to 64 bytes of `[A-Za-z0-9._-]`.
    ///   - label: The player's display name; `nil` for none.
    ///   - phase: The initial phase of the surface.
    ///   - actions: The actions that the player accepts from other programs; see ``requests``.
    ///   - client: The client for the calls.
    /// - Throws: ``StateClientError``: `invalid` for an invalid name or label, `unavailable` if no
    ///   thread or file descriptor is available.
    public init(
        player: String,
        label: String? = nil,
        phase: Phase = .foreground,
        obeys actions: [RequestedAction] = [],
        client: StateClient = StateClient()
    ) throws(StateClientError) {
        try Self.check(ValueFault("player", name: player, atMost: Limits.playerBytes))
        if let label {
            try Self.check(ValueFault("label", text: label, atMost: Limits.labelBytes))
        }
        self.player = player
        self.client = client
        do throws(SystemError) {
            driver = try PlayerSessionDriver(player: player) { [socket = client.socket] in
                DaemonLink(
                    session: player,
                    label: label,
                    phase: phase,
                    obeys: actions,
                    socket: socket
                )
            }
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }

    deinit {
        driver.end(within: Self.drainTimeout)
    }

    /// The maximum time to wait for acknowledgements after the session is released.
    private static let drainTimeout = Duration.seconds(5)

    /// The newest state of the player.
    public var state: State { driver.state }

    /// A stream of the newest state and each later one.
    ///
    /// Each access returns a separate stream. A reader that falls behind by more than 256 states
    /// misses the oldest of them.
    public var states: AsyncStream<State> { driver.states() }

    /// The requests that other programs make to the player.
    ///
    /// If there are several readers, each request goes to one of them. A request that is not read
    /// within 2 seconds is dropped, because the daemon has then refused it.
    public var requests: AsyncStream<Request> { driver.requests.stream }

    /// Reports the state of playback.
    ///
    /// The daemon stores it immediately or, during uninterrupted playback, within its tick
    /// interval, by default 2 seconds.
    ///
    /// - Parameter snapshot: The state of playback; its player is replaced by the session's.
    /// - Throws: ``StateClientError``: `invalid` for an invalid snapshot, `unavailable` after the
    ///   session was closed.
    public func report(_ snapshot: Snapshot) throws(StateClientError) {
        var snapshot = snapshot
        snapshot.player = player
        try Self.check(snapshot.fault)
        try driver.report { $0.call(for: snapshot) }
    }

    /// Reports that an item no longer exists.
    ///
    /// If the store or the queue contains the item, its resume point is removed and an alert is
    /// raised.
    ///
    /// - Throws: ``StateClientError``: `invalid` for an invalid item name, `unavailable` after the
    ///   session was closed.
    public func reportUnavailable(
        _ item: String,
        reason: String? = nil
    ) throws(StateClientError) {
        try Self.check(ValueFault("item", text: item, atMost: Limits.itemBytes))
        try driver.report { _ in .unavailable(item: item, reason: reason) }
    }

    private static func check(_ fault: ValueFault?) throws(StateClientError) {
        if let fault { throw .invalid(field: fault.field, reason: fault.reason) }
    }

    /// Tells the daemon whether this surface is in the foreground or in the background.
    public func setPhase(_ phase: Phase) {
        driver.setPhase(phase)
    }

    /// Ends the session once the daemon has acknowledged all reports, or at the timeout.
    ///
    /// - Parameter timeout: The maximum time to wait for acknowledgements.
    /// - Returns: The number of items with an unacknowledged report, plus the number of reports
    ///   that were dropped because more than 1,000 were waiting.
    @discardableResult
    public func close(within timeout: Duration = .seconds(5)) async -> Int {
        driver.end(within: timeout)
        return await driver.waitForEnd()
    }
}

// MARK: - Calls

extension PlayerSession {
    /// Returns the resume point of an item and the position at which to resume; `nil` if the item
    /// has no resume point; throws an error if no daemon answers.
    public func resume(_ item: String) async throws(StateClientError) -> Continuation? {
        do {
            return try await client.resume(item: item, player: player)
        } catch .notFound, .expired {
            return nil
        }
    }

    /// Appends items to the queue or, with `next`, inserts them at its beginning.
    public func enqueue(_ items: [String], next: Bool = false) async throws(StateClientError) {
        try await client.enqueue(items, on: player, next: next)
    }

    /// Makes an item the current one; an item that was playing becomes the first of the queue.
    public func playNow(_ item: String) async throws(StateClientError) {
        try await client.playNow(item, on: player)
    }

    /// Asks the player for the next item; if no surface accepts the action, makes the first item of
    /// the queue current.
    public func next() async throws(StateClientError) {
        do {
            try await client.request(.next, on: player)
        } catch .notObeyed {
            try await client.skip(on: player)
        }
    }

    /// Asks the player for the previous item.
    public func previous() async throws(StateClientError) {
        try await client.request(.previous, on: player)
    }

    /// Asks the player of an alert to try again.
    public func retry(_ alert: Alert) async throws(StateClientError) {
        try await client.retryAlert(alert.id)
    }

    /// Removes an alert from every surface.
    public func dismiss(_ alert: Alert) async throws(StateClientError) {
        try await client.dismissAlert(alert.id)
    }
}
