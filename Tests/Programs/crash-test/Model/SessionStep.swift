// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// A step of a player or its user.
package enum SessionStep: Sendable, Equatable {
    /// Time has passed; this is not acknowledged.
    case tick(Mark)
    /// The player pauses.
    case pause(Mark)
    /// The user seeks; the player continues to play.
    case seek(Mark)
    /// The stream breaks.
    case fail(Mark)
    /// The item has ended.
    case finish(Mark)
    /// The given item becomes current at once.
    case playNow(String)
    /// The player continues with the queue's first item.
    case skip
    /// The queue is replaced.
    case setQueue([String])
    /// Items are inserted at the front of the queue.
    case enqueue([String])
    /// The item has become unavailable.
    case unavailable(String)
    /// The alert about the item is dismissed.
    case dismiss(String)
    /// The player goes to the background, or to the foreground.
    case phase(Phase)

    /// An observation of an item.
    package struct Mark: Sendable, Equatable {
        /// The number of the observation, greater than those of the player's earlier ones.
        package var serial: Int
        /// The item.
        package var item: String
        /// The position, in seconds from the beginning.
        package var position: Double

        /// Creates an observation from its members.
        package init(serial: Int, item: String, position: Double) {
            self.serial = serial
            self.item = item
            self.position = position
        }
    }

    /// The observation of the step, if it has one.
    package var mark: Mark? {
        switch self {
        case .tick(let mark), .pause(let mark), .seek(let mark), .fail(let mark), .finish(let mark):
            mark
        default: nil
        }
    }
}

// The text form of a step, for the journal of a player that may die at any moment.
extension SessionStep {
    /// The step as a line, without a line end.
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

    /// Creates the step from its line; `nil` if the line is not one.
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
