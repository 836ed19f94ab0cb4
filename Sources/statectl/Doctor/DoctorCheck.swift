// SPDX-License-Identifier: Apache-2.0
import Varlink

/// The finding of one check by `statectl doctor`.
struct DoctorCheck: Equatable {
    /// The severity of a finding.
    enum State: String {
        /// There is no problem.
        case ok
        /// The part works, but an improvement is possible.
        case hint
        /// The part does not work, or will soon fail.
        case wrong
    }

    /// The part of the system that was checked, such as `socket`.
    let topic: String
    let state: State
    /// The finding as one line of text.
    let text: String
    /// The command that solves the problem; `nil` if there is none.
    let remedy: String?

    /// Creates a finding without a problem.
    static func ok(_ topic: String, _ text: String) -> DoctorCheck {
        DoctorCheck(topic: topic, state: .ok, text: text, remedy: nil)
    }

    /// Creates a finding that suggests an action.
    static func hint(_ topic: String, _ text: String, _ remedy: String? = nil) -> DoctorCheck {
        DoctorCheck(topic: topic, state: .hint, text: text, remedy: remedy)
    }

    /// Creates a finding that requires an action.
    static func wrong(_ topic: String, _ text: String, _ remedy: String? = nil) -> DoctorCheck {
        DoctorCheck(topic: topic, state: .wrong, text: text, remedy: remedy)
    }

    var json: [UInt8] {
        RawJSON.object([
            "topic": .string(topic), "state": .string(state.rawValue), "text": .string(text),
            "remedy": remedy.map(JSONValue.string),
        ])
    }
}
