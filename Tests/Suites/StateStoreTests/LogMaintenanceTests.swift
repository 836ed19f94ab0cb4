// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import StateStore

/// When the write-ahead log is copied, and how much of it by the writer.
struct LogTendingTests {
    private let long = LogMaintenance.worthwhile

    @Test func `a short write-ahead log is not copied`() {
        var tending = LogMaintenance()
        for frames in 1..<long {
            let step = tending.committed(frames: frames)
            #expect(step == .nothing)
        }
        let answer1 = tending.committed(frames: long)
        #expect(answer1 == .start)
    }

    @Test func `the helper thread copies most of the log, and the writer the rest`() {
        var tending = LogMaintenance()
        for frames in 1...long { _ = tending.committed(frames: frames) }
        for frames in 1...200 {
            let step = tending.committed(frames: long + frames)
            #expect(step == .nothing)
        }
        let answer2 = tending.copied(frames: long)
        #expect(answer2)
        for frames in 201...220 { _ = tending.committed(frames: long + frames) }
        let answer3 = tending.copied(frames: long + 200)
        #expect(!answer3)
        let answer4 = tending.committed(frames: long + 221)
        #expect(answer4 == .finish)
        // The log has started over.
        let answer5 = tending.committed(frames: 2)
        #expect(answer5 == .nothing)
    }

    @Test func `the writer copies little more than one commit writes`() {
        var tending = LogMaintenance()
        _ = tending.committed(frames: long)
        var wide = LogMaintenance()
        for step in 1...8 { _ = wide.committed(frames: step * 200) }
        let answer6 = wide.copied(frames: 1600)
        #expect(!answer6)
        let answer7 = wide.committed(frames: 1800)
        #expect(answer7 == .finish)
    }

    @Test func `a log that SQLite has started over is not copied again`() {
        var tending = LogMaintenance()
        for frames in 1...long { _ = tending.committed(frames: frames) }
        let answer8 = tending.copied(frames: long)
        #expect(!answer8)
        let answer9 = tending.committed(frames: 3)
        #expect(answer9 == .nothing)
        let answer10 = tending.committed(frames: 4)
        #expect(answer10 == .nothing)
    }

    @Test func `a helper that found nothing to copy is asked again after the next commit`() {
        var tending = LogMaintenance()
        for frames in 1...long { _ = tending.committed(frames: frames) }
        let answer11 = tending.copied(frames: 0)
        #expect(!answer11)
        let answer12 = tending.committed(frames: long + 1)
        #expect(answer12 == .start)
    }

    @Test func `a log that grows is copied completely even if the helper is slow`() {
        var tending = LogMaintenance()
        for frames in 1...long { _ = tending.committed(frames: frames) }
        var frames = long
        var begun = long
        var finished = false
        while !finished, frames < 16_384 {
            // Each pass takes as long as 300 commits of one frame.
            for _ in 1...300 {
                frames += 1
                let answer13 = tending.committed(frames: frames)
                #expect(answer13 == .nothing)
            }
            let goesOn = tending.copied(frames: begun)
            begun = frames
            if !goesOn { frames += 1 }
            if !goesOn { finished = tending.committed(frames: frames) == .finish }
        }
        #expect(finished)
    }

    @Test func `the writer still copies the rest after several passes of the helper`() {
        var tending = LogMaintenance()
        for frames in 1...long { _ = tending.committed(frames: frames) }
        var frames = long
        var passes = 1
        while passes < 100 {
            for _ in 1...100 {
                frames += 1
                _ = tending.committed(frames: frames)
            }
            if !tending.copied(frames: frames - 100) { break }
            passes += 1
        }
        #expect(passes == LogMaintenance.passes)
        let answer14 = tending.committed(frames: frames + 1)
        #expect(answer14 == .start)
    }
}
