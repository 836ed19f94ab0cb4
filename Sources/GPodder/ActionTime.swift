// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The text form of times in actions: UTC, in whole seconds, without a zone, such as
/// `2026-11-26T14:05:09`.
///
/// Clients also write other forms, which are accepted too, but only this form can be read by all
/// clients.
package enum ActionTime {
    /// The beginning of the year 2100, in seconds since 1970.
    private static let end = 4_102_444_800

    /// Returns the time of an event, or 0 if it is not between 1970 and 2100.
    ///
    /// Any program can append an event, and an event dated in the far future would remain the
    /// newest forever. `perSecond` is the number of time units in a second.
    static func counted(_ time: Int, perSecond: Int = 1) -> Int {
        (0..<end * perSecond).contains(time) ? time : 0
    }

    /// Returns a time in seconds since 1970; `nil` if the text is not a time between 1970 and 2100.
    static func seconds(_ text: String) -> Int? {
        guard let time = DateText(text)?.seconds, (0..<end).contains(time) else { return nil }
        return time
    }

    package static func text(_ seconds: Int) -> String {
        let civil = CivilTime(seconds: seconds)
        return "\(civil.date)T\(civil.time)"
    }
}
