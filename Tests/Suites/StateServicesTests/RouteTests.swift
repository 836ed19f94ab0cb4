// SPDX-License-Identifier: Apache-2.0
internal import ServiceTesting
internal import StateProtocol
internal import StateServices
internal import Testing
internal import Varlink

/// Each method of the interfaces leads to a handler.
@Suite struct RouteTests {
    @Test(arguments: StateInterfaces.methods.map { $0.name }, [false, true])
    func `a method that an interface declares is implemented`(method: String, more: Bool) throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        let call = Call(
            method: method,
            parameters: Array("{}".utf8),
            oneway: false,
            more: more,
            upgrade: false
        )
        _ = harness.services.received(call, from: client.id)
        harness.services.endTurn()
        let errors = try client.replies().compactMap { reply in
            reply.error.map { StateError(name: $0, parameters: reply.parameters) }
        }
        #expect(!errors.contains(.methodNotImplemented(method)))
    }

    @Test func `a method that no interface declares gives an error`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        for oneway in [true, false] {
            let call = Call(
                method: "io.stated.Session.Dance",
                parameters: Array("{}".utf8),
                oneway: oneway,
                more: false,
                upgrade: false
            )
            _ = harness.services.received(call, from: client.id)
        }
        harness.services.endTurn()
        #expect(
            try client.replies().map(\.error) == ["org.varlink.service.MethodNotFound"]
        )
    }

    @Test func `a call about one item, player, event or alert is light`() throws {
        let harness = try ServicesHarness()
        let light = StateInterfaces.methods.map { $0.name }.filter { name in
            var call = Call(
                method: name,
                parameters: [],
                oneway: false,
                more: false,
                upgrade: false
            )
            return harness.services.weigh(&call) == .light
        }
        #expect(
            light == [
                Playback.Save.name, Playback.Get.name, Playback.Resume.name, Playback.Clear.name,
                Session.Attach.name, Session.SetPhase.name, Session.SetActive.name,
                Session.AnswerRequest.name, Session.Request.name, Session.DescribePlayer.name,
                Session.ForgetPlayer.name,
                Session.DismissAlert.name, Session.RetryAlert.name,
                Events.Append.name, Events.Clear.name,
            ]
        )
    }
}
