// SPDX-License-Identifier: Apache-2.0
import Varlink

/// The finding of one check of `statectl doctor`.
struct DoctorCheck: Equatable {
    /// The severity of a finding.
    enum State: String {
        /// Everything is in order.
        case ok
        /// The part works, but could be improved.
        case hint
        /// The part does not work, or soon will not.
        case wrong
    }

    /// The part of the system that was checked, such as `socket`.
    let topic: String
    let state: State
    /// The finding in words, on one line.
    let text: String
    /// The command that fixes the problem; `nil` if there is none.
    let remedy: String?

    /// Creates a finding about a part without problems.
    static func ok(_ topic: String, _ text: String) -> DoctorCheck {
        DoctorCheck(topic: topic, state: .ok, text: text, remedy: nil)
    }

    /// Creates a finding that suggests, but does not require, an action.
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
