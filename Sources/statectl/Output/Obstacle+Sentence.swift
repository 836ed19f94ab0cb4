import StateModel

extension Obstacle {
    /// The text for a person.
    var sentence: String {
        switch self {
        case .noName: "not followed: the player does not say which file or URL it plays"
        case .noPosition: "not followed: the player does not say where it is"
        case .cannotSeek: "not resumed: the player cannot be told to seek"
        case .privateWindow: "not followed: a private window"
        case .excluded: "not followed: excluded"
        }
    }
}
