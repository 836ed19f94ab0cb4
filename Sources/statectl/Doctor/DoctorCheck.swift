// SPDX-License-Identifier: Apache-2.0
import Varlink

struct DoctorCheck: Equatable {
    enum State: String {
        case ok
        /// The part works, but could be improved.
        case hint
        /// The part does not work, or soon will not.
        case wrong
    }

    let topic: String
    let state: State
    let text: String
    let remedy: String?

    static func ok(_ topic: String, _ text: String) -> DoctorCheck {
        DoctorCheck(topic: topic, state: .ok, text: text, remedy: nil)
    }

    static func hint(_ topic: String, _ text: String, _ remedy: String? = nil) -> DoctorCheck {
        DoctorCheck(topic: topic, state: .hint, text: text, remedy: remedy)
    }

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
