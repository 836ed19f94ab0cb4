// SPDX-License-Identifier: Apache-2.0
import StateModel
import Varlink

// On the wire, an enum value is the name of its case.
extension JSONReader {
    /// Reads an enum value; an unknown name is an error.
    mutating func named<Name: RawRepresentable<String>>() throws(JSONError) -> Name {
        try allowed(Name(rawValue: try string()))
    }

    mutating func snapshotName<Name: NameInSnapshot>() throws(JSONError) -> Name {
        try allowed(Name(try name()))
    }

    private func allowed<Name>(_ name: Name?) throws(JSONError) -> Name {
        guard let name else { throw invalid("is not an allowed name") }
        return name
    }
}

/// An enum that occurs in each Save, and is therefore read without creating a string.
protocol NameInSnapshot: RawRepresentable<String> {
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
