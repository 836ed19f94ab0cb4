// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
package import StateModel

/// An error with which a call may be answered.
package enum StateError: Error, Equatable, Sendable {
    /// A member of the snapshot is not valid.
    case invalidSnapshot(field: String, reason: String)
    /// There is no such item, or the player has none.
    case notFound(item: String?, player: String?)
    /// The resume point expired.
    case expired(item: String, expiredAt: Timestamp)
    /// The stream cannot continue from the token: begin again without one.
    case resyncRequired(reason: String)
    /// The alias is already another item's name.
    case aliasConflict(alias: String, item: String)
    /// The connection is not a surface of any player.
    case notAttached
    /// The player changed since the revision that the caller named.
    case queueChanged(revision: Revision)
    /// There is no alert with that number.
    case alertNotFound(id: AlertID)
    /// Trying again makes no sense for that alert.
    case notRetryable(id: AlertID)
    /// A member of the event is not valid.
    case invalidEvent(field: String, reason: String)
    /// Another event has that id.
    case idReused(id: String)
    /// The stream cannot continue from the token; `oldest` is the oldest event that is kept.
    case eventsResyncRequired(reason: String, oldest: SequenceNumber)
    /// No remote is configured.
    case syncDisabled
    /// The remote cannot be reached, or refuses.
    case remoteUnavailable(reason: String)
    /// There is no outbox entry or conflict with that number.
    case entryNotFound(id: Int)
    /// The remote knows no such device.
    case deviceNotFound(device: String)
    /// Several devices have that label; `devices` are the names that distinguish them.
    case deviceAmbiguous(device: String, devices: [String])
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
    /// The requested interface was not found.
    case interfaceNotFound(String)
    /// The requested method was not found
    case methodNotFound(String)
    /// The interface defines the requested method, but the service does not
    /// implement it.
    case methodNotImplemented(String)
    /// One of the passed parameters is invalid.
    case invalidParameter(String)
    /// Client is denied access
    case permissionDenied
    /// Method is expected to be called with 'more' set to true, but wasn't
    case expectedMore
    /// An unknown error, with its parameters as JSON.
    case other(name: String, parameters: [UInt8])
}

extension StateError {
    /// The error's name on the wire.
    package var name: String {
        switch self {
        case .invalidSnapshot: "io.stated.Playback.InvalidSnapshot"
        case .notFound: "io.stated.Playback.NotFound"
        case .expired: "io.stated.Playback.Expired"
        case .resyncRequired: "io.stated.Playback.ResyncRequired"
        case .aliasConflict: "io.stated.Playback.AliasConflict"
        case .notAttached: "io.stated.Session.NotAttached"
        case .queueChanged: "io.stated.Session.QueueChanged"
        case .alertNotFound: "io.stated.Session.AlertNotFound"
        case .notRetryable: "io.stated.Session.NotRetryable"
        case .invalidEvent: "io.stated.Events.InvalidEvent"
        case .idReused: "io.stated.Events.IdReused"
        case .eventsResyncRequired: "io.stated.Events.ResyncRequired"
        case .syncDisabled: "io.stated.Sync.SyncDisabled"
        case .remoteUnavailable: "io.stated.Sync.RemoteUnavailable"
        case .entryNotFound: "io.stated.Sync.EntryNotFound"
        case .deviceNotFound: "io.stated.Sync.DeviceNotFound"
        case .deviceAmbiguous: "io.stated.Sync.DeviceAmbiguous"
        case .invalidValue: "io.stated.Service.InvalidValue"
        case .quotaExceeded: "io.stated.Service.QuotaExceeded"
        case .storageUnavailable: "io.stated.Service.StorageUnavailable"
        case .invalidConfiguration: "io.stated.Service.InvalidConfiguration"
        case .backupFailed: "io.stated.Service.BackupFailed"
        case .restoreFailed: "io.stated.Service.RestoreFailed"
        case .interfaceNotFound: "org.varlink.service.InterfaceNotFound"
        case .methodNotFound: "org.varlink.service.MethodNotFound"
        case .methodNotImplemented: "org.varlink.service.MethodNotImplemented"
        case .invalidParameter: "org.varlink.service.InvalidParameter"
        case .permissionDenied: "org.varlink.service.PermissionDenied"
        case .expectedMore: "org.varlink.service.ExpectedMore"
        case .other(let name, _): name
        }
    }

    /// The members of the error on the wire, except those of an unknown one.
    var members: KeyValuePairs<StaticString, Member> {
        switch self {
        case .invalidSnapshot(let field, let reason): ["field": .text(field), "why": .text(reason)]
        case .notFound(let item, let player): ["item": .text(item), "player": .text(player)]
        case .expired(let item, let expiredAt): ["item": .text(item), "expiredAt": .number(expiredAt.rawValue)]
        case .resyncRequired(let reason): ["why": .text(reason)]
        case .aliasConflict(let alias, let item): ["alias": .text(alias), "item": .text(item)]
        case .queueChanged(let revision): ["revision": .number(revision.rawValue)]
        case .alertNotFound(let id): ["id": .number(id.rawValue)]
        case .notRetryable(let id): ["id": .number(id.rawValue)]
        case .invalidEvent(let field, let reason): ["field": .text(field), "why": .text(reason)]
        case .idReused(let id): ["id": .text(id)]
        case .eventsResyncRequired(let reason, let oldest): ["why": .text(reason), "oldest": .number(oldest.rawValue)]
        case .remoteUnavailable(let reason): ["why": .text(reason)]
        case .entryNotFound(let id): ["id": .number(id)]
        case .deviceNotFound(let device): ["device": .text(device)]
        case .deviceAmbiguous(let device, let devices): ["device": .text(device), "devices": .texts(devices)]
        case .invalidValue(let parameter, let reason): ["parameter": .text(parameter), "why": .text(reason)]
        case .quotaExceeded(let limit, let value): ["limit": .text(limit), "value": .number(value)]
        case .storageUnavailable(let reason): ["why": .text(reason)]
        case .invalidConfiguration(let path, let key, let reason): ["path": .text(path), "key": .text(key), "why": .text(reason)]
        case .backupFailed(let path, let reason): ["path": .text(path), "why": .text(reason)]
        case .restoreFailed(let name, let reason): ["name": .text(name), "why": .text(reason)]
        case .interfaceNotFound(let interface): ["interface": .text(interface)]
        case .methodNotFound(let method): ["method": .text(method)]
        case .methodNotImplemented(let method): ["method": .text(method)]
        case .invalidParameter(let parameter): ["parameter": .text(parameter)]
        case .notAttached, .syncDisabled, .permissionDenied, .expectedMore, .other: [:]
        }
    }

    /// Returns the error with that name; `nil` if it is unknown.
    static func known(_ name: String, _ members: ErrorMembers) -> Self? {
        switch name {
        case "io.stated.Playback.InvalidSnapshot": .invalidSnapshot(field: members.string("field"), reason: members.string("why"))
        case "io.stated.Playback.NotFound": .notFound(item: members.optionalString("item"), player: members.optionalString("player"))
        case "io.stated.Playback.Expired": .expired(item: members.string("item"), expiredAt: members.int("expiredAt"))
        case "io.stated.Playback.ResyncRequired": .resyncRequired(reason: members.string("why"))
        case "io.stated.Playback.AliasConflict": .aliasConflict(alias: members.string("alias"), item: members.string("item"))
        case "io.stated.Session.NotAttached": .notAttached
        case "io.stated.Session.QueueChanged": .queueChanged(revision: members.int("revision"))
        case "io.stated.Session.AlertNotFound": .alertNotFound(id: members.int("id"))
        case "io.stated.Session.NotRetryable": .notRetryable(id: members.int("id"))
        case "io.stated.Events.InvalidEvent": .invalidEvent(field: members.string("field"), reason: members.string("why"))
        case "io.stated.Events.IdReused": .idReused(id: members.string("id"))
        case "io.stated.Events.ResyncRequired": .eventsResyncRequired(reason: members.string("why"), oldest: members.int("oldest"))
        case "io.stated.Sync.SyncDisabled": .syncDisabled
        case "io.stated.Sync.RemoteUnavailable": .remoteUnavailable(reason: members.string("why"))
        case "io.stated.Sync.EntryNotFound": .entryNotFound(id: members.int("id"))
        case "io.stated.Sync.DeviceNotFound": .deviceNotFound(device: members.string("device"))
        case "io.stated.Sync.DeviceAmbiguous": .deviceAmbiguous(device: members.string("device"), devices: members.strings("devices"))
        case "io.stated.Service.InvalidValue": .invalidValue(parameter: members.string("parameter"), reason: members.string("why"))
        case "io.stated.Service.QuotaExceeded": .quotaExceeded(limit: members.string("limit"), value: members.int("value"))
        case "io.stated.Service.StorageUnavailable": .storageUnavailable(reason: members.string("why"))
        case "io.stated.Service.InvalidConfiguration": .invalidConfiguration(path: members.string("path"), key: members.string("key"), reason: members.string("why"))
        case "io.stated.Service.BackupFailed": .backupFailed(path: members.string("path"), reason: members.string("why"))
        case "io.stated.Service.RestoreFailed": .restoreFailed(name: members.string("name"), reason: members.string("why"))
        case "org.varlink.service.InterfaceNotFound": .interfaceNotFound(members.string("interface"))
        case "org.varlink.service.MethodNotFound": .methodNotFound(members.string("method"))
        case "org.varlink.service.MethodNotImplemented": .methodNotImplemented(members.string("method"))
        case "org.varlink.service.InvalidParameter": .invalidParameter(members.string("parameter"))
        case "org.varlink.service.PermissionDenied": .permissionDenied
        case "org.varlink.service.ExpectedMore": .expectedMore
        default: nil
        }
    }
}
