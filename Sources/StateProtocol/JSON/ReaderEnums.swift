// SPDX-License-Identifier: Apache-2.0
import StateModel
import Varlink

// An enum is the name of its case on the wire.
extension JSONReader {
    /// Reads a known name, as a caller must send it; any other name is an error.
    mutating func named<Name: RawRepresentable<String>>(
        _: Name.Type
    ) throws(JSONError) -> Name {
        guard let name = Name(rawValue: try string()) else {
            throw invalid("is not one of the names allowed")
        }
        return name
    }

    /// Reads a known name that each snapshot has.
    mutating func named<Name: NameInSnapshot>(_: Name.Type) throws(JSONError) -> Name {
        guard let name = Name(try name()) else {
            throw invalid("is not one of the names allowed")
        }
        return name
    }

    /// Reads a known name that each snapshot may have, or null.
    mutating func optionalNamed<Name: NameInSnapshot>(
        _ type: Name.Type
    ) throws(JSONError) -> Name? {
        try isNull() ? nil : named(type)
    }

    /// Reads a known name or null.
    mutating func optionalNamed<Name: RawRepresentable<String>>(
        _ type: Name.Type
    ) throws(JSONError) -> Name? {
        try isNull() ? nil : named(type)
    }

    /// Reads a name from a daemon that may be newer; an unknown name reads as `other`.
    mutating func known<Name: RawRepresentable<String>>(
        _: Name.Type,
        else other: Name
    ) throws(JSONError) -> Name {
        Name(rawValue: try string()) ?? other
    }

    /// Reads a name from a daemon, or null; an unknown name reads as `nil`.
    mutating func optionalKnown<Name: RawRepresentable<String>>(
        _: Name.Type
    ) throws(JSONError) -> Name? {
        try isNull() ? nil : Name(rawValue: string())
    }
}

/// An enum that is read with each Save, without creating a string.
protocol NameInSnapshot: RawRepresentable<String> {
    /// Creates the case with that name; `nil` if there is none.
    init?(_ name: JSONKey)
}

extension Status: NameInSnapshot {
    /// Creates the case with that name; `nil` if there is none.
    init?(_ name: JSONKey) {
        switch name {
        case "playing": self = .playing
        case "paused": self = .paused
        case "finished": self = .finished
        case "failed": self = .failed
        default: return nil
        }
    }
}

extension Cause: NameInSnapshot {
    /// Creates the case with that name; `nil` if there is none.
    init?(_ name: JSONKey) {
        switch name {
        case "tick": self = .tick
        case "pause": self = .pause
        case "seek": self = .seek
        case "load": self = .load
        case "stop": self = .stop
        case "switch": self = .switch
        case "background": self = .background
        default: return nil
        }
    }
}
