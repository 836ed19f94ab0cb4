import StateModel
import Varlink

// An enum goes over the wire as the name of its case.
extension JSONReader {
    /// One of the names that we know, as callers must send it; another one is an error.
    mutating func named<Name: RawRepresentable<String>>(
        _: Name.Type
    ) throws(JSONError) -> Name {
        guard let name = Name(rawValue: try string()) else {
            throw invalid("is not one of the names allowed")
        }
        return name
    }

    /// The same for names that each snapshot has.
    mutating func named<Name: NameInSnapshot>(_: Name.Type) throws(JSONError) -> Name {
        guard let name = Name(try name()) else {
            throw invalid("is not one of the names allowed")
        }
        return name
    }

    /// One of the names that each snapshot may have, or null.
    mutating func optionalNamed<Name: NameInSnapshot>(
        _ type: Name.Type
    ) throws(JSONError) -> Name? {
        try isNull() ? nil : named(type)
    }

    /// One of the names that we know, or null.
    mutating func optionalNamed<Name: RawRepresentable<String>>(
        _ type: Name.Type
    ) throws(JSONError) -> Name? {
        try isNull() ? nil : named(type)
    }

    /// A name as a daemon sends it, who may be newer than we are: `other` for one we don't know.
    mutating func known<Name: RawRepresentable<String>>(
        _: Name.Type,
        else other: Name
    ) throws(JSONError) -> Name {
        Name(rawValue: try string()) ?? other
    }

    /// A name as a daemon sends it, or null; nil for one we don't know.
    mutating func optionalKnown<Name: RawRepresentable<String>>(
        _: Name.Type
    ) throws(JSONError) -> Name? {
        try isNull() ? nil : Name(rawValue: string())
    }
}

/// An enum that is read with each Save, and without making a string of its name.
protocol NameInSnapshot: RawRepresentable<String> {
    /// The case of that name; nil: there is none.
    init?(_ name: JSONKey)
}

extension Status: NameInSnapshot {
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
