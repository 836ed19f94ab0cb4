// SPDX-License-Identifier: Apache-2.0

/// The evidence of who chose the position of a file that is being opened.
///
/// A position chosen by a script, by a link or by mpv itself may be replaced by the resume point; a
/// position chosen by the user is kept.
struct OpeningEvidence: Equatable, Sendable {
    /// The time after loading within which a seek without a command is part of the opening, in
    /// milliseconds.
    private static let openingMilliseconds = 1_000
    private static let maximumReturns = 3

    /// The time at which the file was loaded, in milliseconds; `nil` before loading.
    private(set) var loadedAt: Int?
    /// True if the loading of the file was observed, so that no part of it has been played before.
    private(set) var isNew = false
    /// True if the latest seek happened while the file was being opened.
    private var isEarlyJump = false
    private var hasStarted = false
    /// True if a command, other than a seek of this bridge, was executed since playback started.
    private var isCommanded = false
    private var returns = 0

    /// True if the latest seek was part of the opening, and not the user's choice.
    ///
    /// mpv may report a seek before the command that caused it.
    var isOpeningJump: Bool { isEarlyJump && !isCommanded }

    /// True if the latest seek happened during the opening, but was caused by a command.
    var isMeantJump: Bool { isEarlyJump && isCommanded }

    mutating func loaded(now: Int, isNew: Bool) {
        if loadedAt == nil {
            loadedAt = now
            hasStarted = !isNew
        }
        if isNew { self.isNew = true }
    }

    mutating func played() {
        if loadedAt != nil { hasStarted = true }
    }

    func isOpening(now: Int) -> Bool {
        loadedAt.map { now - $0 < Self.openingMilliseconds } ?? true
    }

    mutating func commanded() {
        if hasStarted { isCommanded = true }
    }

    mutating func sought(now: Int) {
        isEarlyJump = isOpening(now: now)
    }

    /// Returns true if the bridge may seek to the resume point again, and counts the attempt.
    mutating func takesReturn() -> Bool {
        guard isOpeningJump, returns < Self.maximumReturns else { return false }
        returns += 1
        return true
    }
}
