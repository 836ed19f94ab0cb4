// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateProtocol
import Testing
import Varlink

@Suite struct NewerDaemonTests {
    private let point =
        #"{"item":"i","player":"p","status":"dozing","position":1.5,"device":"d","at":1,"expiresAt":2,"revision":3}"#

    @Test func `an unknown status from a newer daemon counts as paused`() throws {
        let reply = try Playback.Get.Reply(text: #"{"point":\#(point)}"#)
        #expect(reply.point.status == .paused)
        #expect(reply.point.position == 1.5)
    }

    @Test func `an unknown outcome from a newer daemon counts as ignored`() throws {
        let result = try SaveResult(text: #"{"outcome":"merged","why":"because","revision":3}"#)
        #expect(result == SaveResult(outcome: .ignored, reason: nil, revision: 3))
    }

    @Test func `a change of an unknown kind is kept unchanged`() throws {
        let strange = #"{"kind":"teleported", "revision":4,"to":"mars"}"#
        let known = #"{"kind":"cleared","revision":5,"item":"i","color":"red"}"#
        let delivery = try Playback.Subscribe.Delivery(
            text: #"{"changes":[\#(strange),\#(known)],"ready":true,"skipped":2,"token":"t5"}"#
        )
        #expect(
            delivery.changes.map(\.change) == [nil, Change(kind: .cleared, revision: 5, item: "i")]
        )
        #expect(
            delivery.changes.map { String(decoding: $0.json, as: UTF8.self) } == [strange, known]
        )
        #expect(delivery.ready)
        #expect(delivery.skipped == 2)
        #expect(delivery.token == "t5")
    }

    @Test func `a change that is not valid JSON is still an error`() {
        #expect(throws: JSONError.self) {
            try Playback.Subscribe.Delivery(
                text: #"{"changes":[{"kind":}],"ready":true,"skipped":0,"token":"t"}"#
            )
        }
    }

    @Test func `an alert of an unknown kind is kept unchanged`() throws {
        let alert = #"{"kind":"alert","revision":4,"about":{"id":1,"kind":"sunburn"}}"#
        let delivery = try Playback.Subscribe.Delivery(
            text: #"{"changes":[\#(alert)],"ready":false,"skipped":0,"token":"t"}"#
        )
        #expect(delivery.changes.map(\.change) == [nil])
        #expect(delivery.changes.map(\.json) == [Array(alert.utf8)])
    }
}
