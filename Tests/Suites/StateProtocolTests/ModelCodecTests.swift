// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateProtocol
import Testing
import Varlink

@Suite struct ModelCodecTests {
    @Test
    func `snapshots, points, players, alerts, results and history survive a round trip`() throws {
        #expect(try survives(Samples.fullSnapshot))
        #expect(try survives(Samples.bareSnapshot))
        #expect(try survives(Samples.fullPoint))
        #expect(try survives(Samples.barePoint))
        #expect(try survives(Samples.player))
        #expect(try survives(Samples.alert))
        #expect(try survives(SaveResult(outcome: .ignored, reason: .atEnd, revision: 7)))
        #expect(try survives(SaveResult(outcome: .saved, reason: nil, revision: 7)))
        for ending in Ending.allCases {
            let entry = HistoryEntry(
                revision: 1,
                point: Samples.fullPoint,
                ending: ending,
                aside: true,
                reason: "w",
                endedAt: 2
            )
            #expect(try survives(entry))
        }
    }

    @Test(arguments: Samples.changes)
    func `each kind of change survives a round trip`(change: Change) throws {
        #expect(try survives(change))
    }

    @Test func `each name of each enumeration survives a round trip`() throws {
        for status in Status.allCases {
            for cause in Cause.allCases {
                var snapshot = Samples.bareSnapshot
                snapshot.status = status
                snapshot.cause = cause
                #expect(try survives(snapshot))
            }
        }
        for outcome in Outcome.allCases {
            for reason in OutcomeReason.allCases {
                #expect(try survives(SaveResult(outcome: outcome, reason: reason, revision: 1)))
            }
        }
    }

    @Test func `members that are nil are not written`() {
        #expect(
            Samples.bareSnapshot.text
                == #"{"item":"i","player":"p","status":"playing","position":0.0}"#
        )
        #expect(
            SaveResult(outcome: .saved, reason: nil, revision: 2).text
                == #"{"outcome":"saved","revision":2}"#
        )
        #expect(
            Change(kind: .cleared, revision: 2, item: "i").text
                == #"{"kind":"cleared","revision":2,"item":"i"}"#
        )
    }

    @Test func `a null member is the same as an absent one`() throws {
        let absent = try Snapshot(
            text: #"{"item":"i","player":"p","status":"playing","position":0}"#
        )
        let null = try Snapshot(
            text: """
                {"item":"i","player":"p","status":"playing","position":0,"duration":null,\
                "rate":null,"title":null,"reason":null,"cause":null,"at":null,"ttl":null}
                """
        )
        #expect(absent == null)
        #expect(absent == Samples.bareSnapshot)
    }

    @Test func `unknown members are ignored`() throws {
        let snapshot = try Snapshot(
            text: """
                {"new":[1,{"a":null}],"item":"i","player":"p","status":"playing","position":0.0,\
                "newer":"x"}
                """
        )
        #expect(snapshot == Samples.bareSnapshot)
    }

    @Test func `a whole number with a decimal point is read`() throws {
        let result = try SaveResult(text: #"{"outcome":"saved","revision":5.0}"#)
        #expect(result.revision == 5)
    }
}
