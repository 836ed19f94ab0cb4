// SPDX-License-Identifier: Apache-2.0

/// The evidence about who chose the position of a file during its opening.
///
/// A position that a script, a link or mpv's own memory chose belongs to the opening; one chosen by
/// the user is kept.
struct OpeningEvidence: Equatable, Sendable {
    /// The time after loading in which a jump without a command belongs to the opening, in
    /// milliseconds.
    private static let openingMilliseconds = 1_000
    /// The maximum number of returns to the target after unintended jumps.
    private static let mostReturns = 3

    /// The time at which the file was loaded, in milliseconds; `nil` if it is not.
    private(set) var loadedAt: Int?
    /// True if the loading of the file was observed, so that it has not played before.
    private(set) var isNew = false
    /// True if the latest jump happened while the file was being opened.
    private var isEarlyJump = false
    /// True if playback of the file has begun.
    private var hasStarted = false
    /// True if the user or another program has given a command since playback began.
    private var isCommanded = false
    private var returns = 0

    /// True if the latest jump belongs to the opening.
    ///
    /// mpv may report the command that led to a jump after the jump itself.
    var isOpeningJump: Bool { isEarlyJump && !isCommanded }

    /// True if the latest jump happened during the opening, with a command.
    var isMeantJump: Bool { isEarlyJump && isCommanded }

    /// Handles the loading of the file; `isNew` if it was observed.
    mutating func loaded(now: Int, isNew: Bool) {
        if loadedAt == nil {
            loadedAt = now
            hasStarted = !isNew
        }
        if isNew { self.isNew = true }
    }

    /// Handles the start of playback, or its continuation after a jump.
    mutating func played() {
        if loadedAt != nil { hasStarted = true }
    }

    /// Returns true while a jump may belong to the opening.
    func isOpening(now: Int) -> Bool {
        loadedAt.map { (0..<Self.openingMilliseconds).contains(now - $0) } ?? true
    }

    /// Handles a command that no script sent.
    mutating func commanded() {
        if hasStarted { isCommanded = true }
    }

    /// Handles a jump in the loaded file.
    mutating func sought(now: Int) {
        isEarlyJump = isOpening(now: now)
    }

    /// Returns true if the player must move back after a jump that belongs to the opening.
    mutating func takesReturn() -> Bool {
        guard isOpeningJump, returns < Self.mostReturns else { return false }
        returns += 1
        return true
    }
}
