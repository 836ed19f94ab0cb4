// SPDX-License-Identifier: Apache-2.0
import Varlink

/// The result of one check of `statectl doctor`.
struct DoctorCheck: Equatable {
    /// The result of a check.
    enum State: String {
        /// Everything is in order.
        case ok
        /// It works, but could be better.
        case hint
        /// It does not work, or soon will not.
        case wrong
    }

    /// The checked part of the system, such as `socket`.
    let topic: String
    /// The result.
    let state: State
    /// The observation, on one line.
    let text: String
    /// The command that repairs it; `nil` if there is none.
    let remedy: String?

    /// Creates the finding of a part without problems.
    static func ok(_ topic: String, _ text: String) -> DoctorCheck {
        DoctorCheck(topic: topic, state: .ok, text: text, remedy: nil)
    }

    /// Creates a finding with optional action.
    static func hint(_ topic: String, _ text: String, _ remedy: String? = nil) -> DoctorCheck {
        DoctorCheck(topic: topic, state: .hint, text: text, remedy: remedy)
    }

    /// Creates a finding that needs action.
    static func wrong(_ topic: String, _ text: String, _ remedy: String? = nil) -> DoctorCheck {
        DoctorCheck(topic: topic, state: .wrong, text: text, remedy: remedy)
    }

    /// The finding as JSON.
    var json: [UInt8] {
        RawJSON.object([
            "topic": .string(topic), "state": .string(state.rawValue), "text": .string(text),
            "remedy": remedy.map(JSONValue.string),
        ])
    }
}
