// SPDX-License-Identifier: Apache-2.0
import StateModel
import StateProtocol
import Testing
import Varlink

@Suite struct DecodingErrorTests {
    /// What a daemon answers to a Save with these parameters.
    private func refusal(_ parameters: String) -> StateError? {
        refusal(of: Playback.Save.self, parameters)
    }

    private func refusal<Method: StateMethod>(
        of method: Method.Type,
        _ parameters: String
    ) -> StateError? {
        let call = Call(
            method: Method.name,
            parameters: Array(parameters.utf8),
            oneway: false,
            more: false,
            upgrade: false
        )
        do throws(StateError) {
            _ = try Method.parameters(of: call)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a decoding error names the path of the member`() {
        let good = #""item":"i","player":"p","status":"paused","position":1"#
        #expect(refusal(#"{"snapshot":{\#(good)}}"#) == nil)
        #expect(refusal("{}") == .invalidParameter("snapshot"))
        #expect(refusal(#"{"snapshot":null}"#) == .invalidParameter("snapshot"))
        #expect(refusal(#"{"snapshot":[]}"#) == .invalidParameter("snapshot"))
        #expect(
            refusal(#"{"snapshot":{"item":"i","player":"p","status":"paused"}}"#)
                == .invalidParameter("snapshot.position")
        )
        #expect(
            refusal(#"{"snapshot":{\#(good),"position":"1"}}"#)
                == .invalidParameter("snapshot.position")
        )
        #expect(
            refusal(#"{"snapshot":{\#(good),"at":1.5}}"#) == .invalidParameter("snapshot.at")
        )
    }

    @Test func `an unknown value of an enumeration is refused`() {
        let good = #""item":"i","player":"p","position":1"#
        #expect(
            refusal(#"{"snapshot":{\#(good),"status":"dozing"}}"#)
                == .invalidParameter("snapshot.status")
        )
        #expect(
            refusal(#"{"snapshot":{\#(good),"status":"paused","cause":"whim"}}"#)
                == .invalidParameter("snapshot.cause")
        )
        #expect(
            refusal(of: Session.SetPhase.self, #"{"phase":"sideways"}"#)
                == .invalidParameter("phase")
        )
    }

    @Test func `a decoding error names the index of the array element`() {
        let good = #"{"item":"i","player":"p","status":"paused","position":1}"#
        #expect(
            refusal(of: Playback.SaveMany.self, #"{"snapshots":[\#(good),{"item":5}]}"#)
                == .invalidParameter("snapshots[1].item")
        )
    }

    @Test func `a method without parameters accepts any object`() {
        #expect(refusal(of: Service.GetHealth.self, "{}") == nil)
        #expect(refusal(of: Service.GetHealth.self, #"{"new":{"a":[1]}}"#) == nil)
    }
}
