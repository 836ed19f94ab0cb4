// SPDX-License-Identifier: Apache-2.0
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import Testing
internal import Varlink

/// InvalidValue names the parameter that the caller must change.
@Suite struct RefusedParameterTests {
    /// Calls in which one parameter has the value LONG, which exceeds every limit, or another that
    /// no call can have.
    private static let calls: [(call: String, parameter: String)] = [
        (#"Playback.Get {"item":"LONG"}"#, "item"),
        (#"Playback.Resume {"item":"LONG"}"#, "item"),
        (#"Playback.Resume {"player":"LONG"}"#, "player"),
        (#"Playback.Resume {"item":"a","player":"LONG"}"#, "player"),
        (#"Playback.Resume {"duration":0}"#, "duration"),
        (#"Playback.List {"player":"LONG"}"#, "player"),
        (#"Playback.List {"search":"LONG"}"#, "search"),
        (#"Playback.List {"limit":0}"#, "limit"),
        (#"Playback.List {"cursor":"?"}"#, "cursor"),
        (#"Playback.Clear {"item":"LONG"}"#, "item"),
        (#"Playback.ClearAll {"player":"LONG"}"#, "player"),
        (#"Playback.History {"item":"LONG"}"#, "item"),
        (#"Playback.History {"item":"a","limit":-1}"#, "limit"),
        (#"Playback.ListRemoved {"limit":0}"#, "limit"),
        (#"Playback.ListRuns {"cursor":"-1"}"#, "cursor"),
        (#"Playback.Undo {"item":"LONG"}"#, "item"),
        (#"Playback.UndoMany {"items":["LONG"]}"#, "items"),
        (#"Playback.AddAlias {"item":"LONG","alias":"b"}"#, "item"),
        (#"Playback.AddAlias {"item":"a","alias":"LONG"}"#, "alias"),
        (#"Playback.RemoveAlias {"alias":"LONG"}"#, "alias"),
        (#"Playback.ListAliases {"item":"LONG"}"#, "item"),
        (#"Session.Attach {"player":"LONG"}"#, "player"),
        (#"Session.SetActive {"player":"LONG","until":0}"#, "player"),
        (#"Session.DescribePlayer {"player":"LONG"}"#, "player"),
        (#"Session.DescribePlayer {"player":"p","label":"LONG"}"#, "label"),
        (#"Session.ForgetPlayer {"player":"LONG"}"#, "player"),
        (#"Session.ReportUnavailable {"player":"p","item":"LONG"}"#, "item"),
        (#"Session.ReportUnavailable {"player":"LONG","item":"a"}"#, "player"),
        (#"Session.SetQueue {"player":"LONG","items":[]}"#, "player"),
        (#"Session.SetQueue {"player":"p","items":["a","LONG"]}"#, "items"),
        (#"Session.Enqueue {"player":"p","items":["LONG"]}"#, "items"),
        (#"Session.PlayNow {"player":"p","item":"LONG"}"#, "item"),
        (#"Session.Skip {"player":"LONG"}"#, "player"),
        (#"Session.ListAlerts {"cursor":"?"}"#, "cursor"),
        (#"Events.Latest {"topic":"LONG"}"#, "topic"),
        (#"Events.Latest {"cursor":"?"}"#, "cursor"),
        (#"Events.Clear {"topic":"LONG","key":"k"}"#, "topic"),
        (#"Events.Clear {"topic":"t","key":"LONG"}"#, "key"),
        (#"Events.Undo {"topic":"LONG","key":"k"}"#, "topic"),
        (#"Events.List {"topic":"LONG"}"#, "topic"),
        (#"Events.List {"limit":100000}"#, "limit"),
    ]

    @Test(arguments: calls)
    func `the error names the parameter`(call: String, parameter: String) throws {
        let long = String(repeating: "x", count: 100_000)
        let space = try #require(call.firstIndex(of: " "))
        let parameters = call[space...].replacing("LONG", with: long)
        #expect(try refused("io.stated." + call[..<space], parameters) == [parameter])
    }

    @Test(arguments: [Playback.Subscribe.name])
    func `a stream names its parameter, too`(method: String) throws {
        let long = String(repeating: "x", count: 100_000)
        let call = #"{"events":["a","\#(long)"]}"#
        #expect(try refused(method, call, more: true) == ["events"])
    }

    private func refused(
        _ method: String,
        _ parameters: some StringProtocol,
        more: Bool = false
    ) throws -> [String] {
        let harness = try ServicesHarness()
        let client = harness.connect()
        let call = Call(
            method: method,
            parameters: Array(parameters.utf8),
            oneway: false,
            more: more,
            upgrade: false
        )
        _ = harness.services.received(call, from: client.id)
        harness.services.endTurn()
        return try client.replies().compactMap { reply in
            guard let name = reply.error,
                case .invalidValue(let parameter, _) = StateError(
                    name: name,
                    parameters: reply.parameters
                )
            else { return nil }
            return parameter
        }
    }
}
