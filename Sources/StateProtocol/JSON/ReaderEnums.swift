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
