/// An error with which a call may be answered.
package enum StateError: Error, Equatable, Sendable {
    // io.stated.Playback

    /// A member of the snapshot is not valid.
    case invalidSnapshot(field: String, reason: String)
    /// There is no such item, or the player has none.
    case notFound(item: String?, player: String?)
    /// The resume point expired, at that many milliseconds since 1970.
    case expired(item: String, expiredAt: Int)
    /// The token cannot be continued from: begin again without one.
    case resyncRequired(reason: String)
    /// The alias is already another item's name.
    case aliasConflict(alias: String, item: String)

    // io.stated.Service

    /// A parameter is out of its limits.
    case invalidValue(parameter: String, reason: String)
    /// A limit of the daemon is reached.
    case quotaExceeded(limit: String, value: Int)
    /// The store cannot be written; nothing was changed.
    case storageUnavailable(reason: String)
    /// The configuration has a fault; the one before it stays in force.
    case invalidConfiguration(path: String, key: String, reason: String)
    /// The copy of the store was not written.
    case backupFailed(path: String, reason: String)
    /// The copy was not restored; nothing was changed.
    case restoreFailed(name: String, reason: String)

    // io.stated.Session

    /// The connection is not a surface of any player.
    case notAttached
    /// The player changed since the revision that the caller named.
    case queueChanged(revision: Int)
    /// There is no alert with that number.
    case alertNotFound(id: Int)
    /// Trying again makes no sense for that alert.
    case notRetryable(id: Int)

    // io.stated.Events

    /// A member of the event is not valid.
    case invalidEvent(field: String, reason: String)
    /// Another event has that ID.
    case idReused(id: String)
    /// The token cannot be continued from; the oldest event held has that sequence number.
    case eventsResyncRequired(reason: String, oldest: Int)

    // io.stated.Sync

    /// No remote is configured.
    case syncDisabled
    /// The remote cannot be reached, or refuses.
    case remoteUnavailable(reason: String)
    /// There is no outbox entry or conflict with that number.
    case entryNotFound(id: Int)
    /// The remote knows no such device.
    case deviceNotFound(device: String)
    /// Several devices have that label; their names distinguish them.
    case deviceAmbiguous(device: String, devices: [String])

    // org.varlink.service

    /// The daemon has no such interface.
    case interfaceNotFound(String)
    /// The interface has no such method.
    case methodNotFound(String)
    /// The method is part of the interface, but not implemented yet.
    case methodNotImplemented(String)
    /// A parameter, by its dotted path, is missing or of another type.
    case invalidParameter(String)
    /// The caller is not permitted to do that.
    case permissionDenied
    /// The method answers more than once and must be called with `more`.
    case expectedMore

    /// An unknown error, with its parameters as JSON.
    case other(name: String, parameters: [UInt8])
}
