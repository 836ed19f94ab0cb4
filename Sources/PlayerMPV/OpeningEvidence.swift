// SPDX-License-Identifier: Apache-2.0

/// The evidence of who chose the position of a file while the file was being opened.
///
/// A position that a script, a link or mpv itself chose may be replaced by the resume point; one
/// that the user chose is kept.
struct OpeningEvidence: Equatable, Sendable {
    /// The time after loading during which a seek without a command counts as part of the opening,
    /// in milliseconds.
    private static let openingMilliseconds = 1_000
    /// The maximum number of seeks back to the target after unintended seeks.
    private static let mostReturns = 3

    /// The time at which the file was loaded, in milliseconds; `nil` if it is not.
    private(set) var loadedAt: Int?
    /// True if the loading of the file was observed, so that the file has not played before.
    private(set) var isNew = false
    /// True if the latest seek happened while the file was being opened.
    private var isEarlyJump = false
    /// True if playback of the file has begun.
    private var hasStarted = false
    /// True if the user or another program has given a command since playback began.
    private var isCommanded = false
    private var returns = 0

    /// True if the latest seek was part of the opening, rather than the user's choice.
    ///
    /// mpv may report the command that caused a seek after the seek itself.
    var isOpeningJump: Bool { isEarlyJump && !isCommanded }

    /// True if the latest seek happened during the opening, but was commanded.
    var isMeantJump: Bool { isEarlyJump && isCommanded }

    /// Handles the loading of the file; `isNew` if the loading was observed.
    mutating func loaded(now: Int, isNew: Bool) {
        if loadedAt == nil {
            loadedAt = now
            hasStarted = !isNew
        }
        if isNew { self.isNew = true }
    }

    /// Handles the start of playback, or its continuation after a seek.
    mutating func played() {
        if loadedAt != nil { hasStarted = true }
    }

    /// Returns true while a seek may be part of the opening.
    func isOpening(now: Int) -> Bool {
        loadedAt.map { (0..<Self.openingMilliseconds).contains(now - $0) } ?? true
    }

    /// Handles a command that no script sent.
    mutating func commanded() {
        if hasStarted { isCommanded = true }
    }

    /// Handles a seek in the loaded file.
    mutating func sought(now: Int) {
        isEarlyJump = isOpening(now: now)
    }

    /// Returns true, and counts the attempt, if the player must seek back after a seek of the
    /// opening.
    mutating func takesReturn() -> Bool {
        guard isOpeningJump, returns < Self.mostReturns else { return false }
        returns += 1
        return true
    }
}
