import StateModel

/// How playback stood, by its name.
struct StatusValue: TextValue {
    /// What the name means.
    let status: Status

    /// The names of all of them.
    static var names: [String] { Status.allCases.map(\.rawValue) }

    /// Reads a name.
    init(text: String) throws(BadValue) {
        status = try Status.named(text)
    }
}

/// What made a player tell, by its name.
struct CauseValue: TextValue {
    /// What the name means.
    let cause: Cause

    /// The names of all of them.
    static var names: [String] { Cause.allCases.map(\.rawValue) }

    /// Reads a name.
    init(text: String) throws(BadValue) {
        cause = try Cause.named(text)
    }
}

extension RawRepresentable<String> where Self: CaseIterable {
    /// The case of that name.
    static func named(_ text: String) throws(BadValue) -> Self {
        guard let value = Self(rawValue: text) else {
            let names = allCases.map(\.rawValue).joined(separator: ", ")
            throw BadValue(text, expected: "one of \(names)")
        }
        return value
    }
}
