package import StateModel

/// One thing that a player does, or a person with it.
package enum SessionStep: Sendable, Equatable {
    /// Time passed: nobody acknowledges that.
    case tick(Mark)
    /// It pauses there.
    case pause(Mark)
    /// A person seeks to there; it goes on playing.
    case seek(Mark)
    /// The stream broke there.
    case fail(Mark)
    /// The item is over.
    case finish(Mark)
    /// That item is the current one at once.
    case playNow(String)
    /// On to the queue's first item.
    case skip
    /// That is what comes next.
    case setQueue([String])
    /// That comes at the queue's front.
    case enqueue([String])
    /// The item is gone.
    case unavailable(String)
    /// The alert about the item has been seen.
    case dismiss(String)
    /// Out of sight, or back in front.
    case phase(Phase)

    /// An observation of an item.
    package struct Mark: Sendable, Equatable {
        /// Each observation of a player has a greater number than those before.
        package var serial: Int
        /// The item.
        package var item: String
        /// Seconds from its beginning.
        package var position: Double

        /// An observation with all its members.
        package init(serial: Int, item: String, position: Double) {
            self.serial = serial
            self.item = item
            self.position = position
        }
    }

    /// The observation that it is about, if it is one.
    package var mark: Mark? {
        switch self {
        case .tick(let mark), .pause(let mark), .seek(let mark), .fail(let mark), .finish(let mark):
            mark
        default: nil
        }
    }
}

// A line of words, for the journal of a player that may die at any moment.
extension SessionStep {
    /// The step as a line without its end.
    package var line: String {
        let words: [String] =
            switch self {
            case .tick(let mark): ["tick"] + mark.words
            case .pause(let mark): ["pause"] + mark.words
            case .seek(let mark): ["seek"] + mark.words
            case .fail(let mark): ["fail"] + mark.words
            case .finish(let mark): ["finish"] + mark.words
            case .playNow(let item): ["playNow", item]
            case .skip: ["skip"]
            case .setQueue(let items): ["setQueue"] + items
            case .enqueue(let items): ["enqueue"] + items
            case .unavailable(let item): ["unavailable", item]
            case .dismiss(let item): ["dismiss", item]
            case .phase(let phase): ["phase", phase.rawValue]
            }
        return words.joined(separator: " ")
    }

    /// The step of a line; nil: it is none.
    package init?(line: String) {
        let words = line.split(separator: " ").map { String($0) }
        guard let verb = words.first else { return nil }
        let rest = Array(words.dropFirst())
        switch (verb, Mark(words: rest), rest.first) {
        case ("tick", let mark?, _): self = .tick(mark)
        case ("pause", let mark?, _): self = .pause(mark)
        case ("seek", let mark?, _): self = .seek(mark)
        case ("fail", let mark?, _): self = .fail(mark)
        case ("finish", let mark?, _): self = .finish(mark)
        case ("playNow", _, let item?): self = .playNow(item)
        case ("skip", _, nil): self = .skip
        case ("setQueue", _, _): self = .setQueue(rest)
        case ("enqueue", _, _): self = .enqueue(rest)
        case ("unavailable", _, let item?): self = .unavailable(item)
        case ("dismiss", _, let item?): self = .dismiss(item)
        case ("phase", _, let name?):
            guard let phase = Phase(rawValue: name) else { return nil }
            self = .phase(phase)
        default: return nil
        }
    }
}

extension SessionStep.Mark {
    fileprivate var words: [String] { [String(serial), item, String(position)] }

    fileprivate init?(words: [String]) {
        guard words.count == 3, let serial = Int(words[0]), let position = Double(words[2]) else {
            return nil
        }
        self.init(serial: serial, item: words[1], position: position)
    }
}
