// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol

/// The reason why a call failed.
public enum StateClientError: Error, Equatable, Sendable {
    /// No daemon listens at the socket.
    case noDaemon(socket: String, reason: String)
    /// The user is not permitted to connect, or to make this call.
    case notAllowed(reason: String)
    /// No reply arrived, because the connection ended or the timeout passed; the call may have been
    /// executed.
    case disconnected(reason: String)
    /// A value is invalid; `field` is its name, such as `position`.
    case invalid(field: String, reason: String)
    /// The item has no resume point, or the player has no item; both are `nil` if there is no
    /// resume point at all.
    case notFound(item: String?, player: String?)
    /// The resume point expired at the given time; it can be restored from the history.
    case expired(item: String, at: Timestamp)
    /// The stream cannot continue from its token; open it again without one.
    case resyncRequired(reason: String)
    /// The alias already belongs to another item.
    case aliasConflict(alias: String, item: String)
    /// A different event has this ID.
    case idReused(id: String)
    /// The player has changed since the caller's revision, and now has the given one; the queue was
    /// not changed.
    case queueChanged(revision: Revision)
    /// No open alert has this ID.
    case alertNotFound(id: AlertID)
    /// The alert does not allow another attempt.
    case notRetryable(id: AlertID)
    /// No surface of the player accepts the action.
    case notObeyed(player: String)
    /// The player refused the action, or did not answer in time.
    case requestRefused(player: String, reason: String)
    /// The daemon cannot write its store or accepts no more connections, or the session is closed
    /// or cannot start; nothing was changed.
    case unavailable(reason: String)
    /// The call exceeds a limit of the daemon.
    case limitReached(limit: String, value: Int)
    /// The configuration is invalid; the previous configuration remains in effect.
    case invalidConfiguration(path: String, key: String, reason: String)
    /// The backup was not written.
    case backupFailed(path: String, reason: String)
    /// The backup was not restored; nothing was changed.
    case restoreFailed(name: String, reason: String)
    case syncDisabled
    /// The remote store cannot be reached, or refused the request.
    case remoteUnavailable(reason: String)
    /// No failed outbox entry, or no conflict, has this ID.
    case entryNotFound(id: Int)
    /// The remote store does not know the device.
    case deviceNotFound(device: String)
    /// Several devices have this label; `devices` contains the names that distinguish them.
    case deviceAmbiguous(device: String, devices: [String])
    /// The server does not have this method: it is another version, or another program.
    case unsupported(method: String)
    /// The reply does not match the interface, or the method only returns a stream.
    case invalidReply(reason: String)
    /// An error that this library does not know, with its parameters as JSON.
    case other(name: String, parameters: String)
    /// The task was cancelled during the call.
    case cancelled
}

extension StateClientError {
    /// The error of a call without `more`, if the method only returns a stream.
    package static let streamExpected = invalidReply(reason: "the method answers with a stream")

    init(_ error: StateError) {
        self =
            switch error {
            case .invalidSnapshot(let field, let reason), .invalidValue(let field, let reason),
                .invalidEvent(let field, let reason):
                .invalid(field: field, reason: reason)
            case .invalidParameter(let name): .invalid(field: name, reason: "is missing or wrong")
            case .notFound(let item, let player): .notFound(item: item, player: player)
            case .expired(let item, let at): .expired(item: item, at: at)
            case .resyncRequired(let reason), .eventsResyncRequired(let reason, _):
                .resyncRequired(reason: reason)
            case .aliasConflict(let alias, let item): .aliasConflict(alias: alias, item: item)
            case .storageUnavailable(let reason): .unavailable(reason: reason)
            case .syncDisabled: .syncDisabled
            case .remoteUnavailable(let reason): .remoteUnavailable(reason: reason)
            case .entryNotFound(let id): .entryNotFound(id: id)
            case .deviceNotFound(let device): .deviceNotFound(device: device)
            case .deviceAmbiguous(let device, let devices):
                .deviceAmbiguous(device: device, devices: devices)
            case .quotaExceeded(let limit, let value): .limitReached(limit: limit, value: value)
            case .invalidConfiguration(let path, let key, let reason):
                .invalidConfiguration(path: path, key: key, reason: reason)
            case .backupFailed(let path, let reason): .backupFailed(path: path, reason: reason)
            case .restoreFailed(let name, let reason): .restoreFailed(name: name, reason: reason)
            case .permissionDenied:
                .notAllowed(reason: "only root and the user of the daemon may do this")
            case .interfaceNotFound(let name), .methodNotFound(let name),
                .methodNotImplemented(let name):
                .unsupported(method: name)
            case .expectedMore: .streamExpected
            case .queueChanged(let revision): .queueChanged(revision: revision)
            case .alertNotFound(let id): .alertNotFound(id: id)
            case .notRetryable(let id): .notRetryable(id: id)
            case .notObeyed(let player): .notObeyed(player: player)
            case .requestRefused(let player, let reason):
                .requestRefused(player: player, reason: reason)
            case .idReused(let id): .idReused(id: id)
            case .notAttached, .other: .other(name: error.name, parameters: error.parametersText)
            }
    }
}

extension StateError {
    fileprivate var parametersText: String { String(decoding: parameters, as: UTF8.self) }
}

extension StateClientError: CustomStringConvertible {
    /// A sentence for the user, without a full stop.
    public var description: String {
        switch self {
        case .noDaemon(let socket, let reason): "no daemon at \(socket): \(reason)"
        case .notAllowed(let reason): "not allowed: \(reason)"
        case .disconnected(let reason): "the daemon did not answer: \(reason)"
        case .invalid(let field, let reason): "\(field): \(reason)"
        case .notFound(let item?, _): "no resume point for \(item)"
        case .notFound(nil, let player?): "the player \(player) has no resume point"
        case .notFound(nil, nil): "there is no resume point yet"
        case .expired(let item, _): "the resume point of \(item) expired"
        case .resyncRequired(let reason): "the stream cannot continue from that token: \(reason)"
        case .aliasConflict(let alias, let item): "\(alias) is already a name of \(item)"
        case .idReused(let id): "another event has the id \(id)"
        case .queueChanged(let revision): "the queue changed: it is at revision \(revision) now"
        case .alertNotFound(let id): "there is no open alert \(id)"
        case .notRetryable(let id): "alert \(id) cannot be retried"
        case .notObeyed(let player): "no program accepts this request for \(player)"
        case .requestRefused(let player, let reason):
            "\(player) did not carry out the request: \(reason)"
        case .unavailable(let reason): "unavailable: \(reason)"
        case .limitReached(let limit, let value): "the limit \(limit) is reached (\(value))"
        case .invalidConfiguration(let path, let key, let reason): "\(path): \(key): \(reason)"
        case .backupFailed(let path, let reason): "no backup was written to \(path): \(reason)"
        case .restoreFailed(let name, let reason):
            "“\(name)” was not restored, and nothing has changed: \(reason)"
        case .syncDisabled: "sync is disabled: the daemon uses no remote store for this user"
        case .remoteUnavailable(let reason): "the remote store cannot be reached: \(reason)"
        case .entryNotFound(let id): "no failed entry, or no conflict, has the number \(id)"
        case .deviceNotFound(let device): "the remote store knows no device \(device)"
        case .deviceAmbiguous(let device, let devices):
            "“\(device)” is ambiguous: \(devices.map { "“\($0)”" }.joined(separator: " and "))"
        case .unsupported(let method): "this daemon does not know \(method)"
        case .invalidReply(let reason): "the daemon's reply is invalid: \(reason)"
        case .other(let name, let parameters): "\(name) \(parameters)"
        case .cancelled: "cancelled"
        }
    }
}
