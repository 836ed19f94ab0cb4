// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import PlayerKit
import StateModel
import Testing

@testable import PlayerMPV

/// The witnesses for an end that comes before the known length, with times in seconds.
@Suite struct EndEvidenceTests {
    /// A file of 10 MB that was opened at 1000 s, and its end.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var size: Int? = 10_000_000
        var writtenAt = 0
        var endedAt = 1_300
        var readTo: Int? = 10_000_000
        var isWhole = false
        var hasGrown = false
    }

    static let cases = [
        Case(testDescription: "complete", isWhole: true),
        Case(testDescription: "an index after the last packet", readTo: 9_900_000, isWhole: true),
        Case(testDescription: "too much is unread", readTo: 9_899_999),
        Case(testDescription: "a third is read", readTo: 3_300_000),
        Case(testDescription: "mpv does not say how far it read", readTo: nil),
        Case(testDescription: "the disk is gone", size: nil),
        Case(testDescription: "shorter than before", size: 9_999_999),
        Case(
            testDescription: "one byte longer",
            size: 10_000_001,
            writtenAt: 1_241,
            hasGrown: true
        ),
        Case(
            testDescription: "longer, and complete for a minute",
            size: 10_000_001,
            writtenAt: 1_240,
            isWhole: true
        ),
        Case(testDescription: "written while it played", writtenAt: 1_250),
        Case(
            testDescription: "written while it played, a minute ago",
            writtenAt: 1_240,
            isWhole: true
        ),
        Case(testDescription: "new, and opened for a moment", writtenAt: 999, endedAt: 1_009),
        Case(
            testDescription: "new, and opened for 10 s",
            writtenAt: 999,
            endedAt: 1_010,
            isWhole: true
        ),
        Case(testDescription: "written as it was opened", writtenAt: 1_000, endedAt: 1_059),
        Case(testDescription: "a minute old", writtenAt: 949, endedAt: 1_009, isWhole: true),
    ]

    @Test(arguments: cases)
    func `an end before the known length counts if the file is complete and fully read`(
        _ example: Case
    ) {
        let evidence = EndEvidence(
            opened: FileState(size: 10_000_000, writtenAt: 0, seenAt: 1_000_000),
            ended: example.size.map {
                FileState(
                    size: $0,
                    writtenAt: Timestamp(example.writtenAt * 1_000),
                    seenAt: Timestamp(example.endedAt * 1_000)
                )
            },
            readTo: example.readTo
        )
        #expect(evidence.isWhole == example.isWhole)
        #expect(evidence.hasGrown == example.hasGrown)
    }

    @Test func `a small file of which mpv has left at most 64 KiB unread counts as read`() {
        let state = FileState(size: 100_000, writtenAt: 0, seenAt: 1_000_000)
        func isWhole(_ readTo: Int) -> Bool {
            EndEvidence(opened: state, ended: state, readTo: readTo).isWhole
        }
        #expect(isWhole(100_000 - 65_536) && !isWhole(100_000 - 65_537))
    }
}
