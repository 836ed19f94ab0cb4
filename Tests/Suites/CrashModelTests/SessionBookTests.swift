// SPDX-License-Identifier: Apache-2.0
import CrashModel
import ModelTesting
import StateModel
import Testing

@Suite struct `The model of a session in the crash test` {
    private var book = SessionBook(player: "mpv", tickInterval: 200)

    private func mark(_ serial: Int, _ position: Double, of item: String = "a") -> SessionStep.Mark
    {
        SessionStep.Mark(serial: serial, item: item, position: position)
    }

    private func found(
        _ current: String?,
        queue: [String] = [],
        alerts: Set<String> = [],
        _ places: [String: Place] = [:]
    ) -> SessionState {
        var state = SessionState()
        state.current = current
        state.queue = queue
        state.alerts = alerts
        state.places = places
        return state
    }

    private func place(_ serial: Int, _ position: Double) -> Place {
        Place(serial: serial, position: position, status: .paused)
    }

    private func refuses(_ book: SessionBook, _ state: SessionState) -> Bool {
        var book = book
        return (try? book.found(state)) == nil
    }

    @Test func `the state has all acknowledged changes and nothing else`() {
        var book = book
        book.begins(.pause(mark(1, 10)))
        book.done()
        #expect(!refuses(book, found("a", ["a": place(1, 10)])))
        #expect(refuses(book, found("a", [:])))
        #expect(refuses(book, found("a", ["a": place(2, 10)])))
        #expect(refuses(book, found("b", ["a": place(1, 10)])))
        #expect(refuses(book, found("a", alerts: ["a"], ["a": place(1, 10)])))
        #expect(refuses(book, found("a", queue: ["b"], ["a": place(1, 10)])))
        #expect(refuses(book, found("a", ["a": place(1, 10), "b": place(1, 10)])))
    }

    @Test func `an unanswered call takes effect completely or not at all`() {
        var book = book
        book.begins(.setQueue(["b"]))
        book.done()
        book.begins(.finish(mark(1, 60)))
        #expect(!refuses(book, found(nil, queue: ["b"])))
        #expect(!refuses(book, found("b")))
        #expect(refuses(book, found("a", queue: ["b"])))
        #expect(refuses(book, found("b", queue: ["b"])))
    }

    @Test(arguments: [false, true])
    func `an interrupted item moves to the head of the queue unless it was paused`(isPaused: Bool) {
        var book = book
        book.begins(.playNow("a"))
        book.done()
        book.begins(isPaused ? .pause(mark(1, 10)) : .tick(mark(1, 10)))
        book.done()
        book.begins(.playNow("b"))
        book.done()
        let places = ["a": place(1, 10)]
        #expect(refuses(book, found("b", queue: ["a"], places)) == isPaused)
        #expect(refuses(book, found("b", places)) != isPaused)
    }

    @Test func `a tick may be lost until one tick interval after it was published`() {
        var book = book
        book.begins(.playNow("a"))
        book.done()
        for serial in 1...3 { book.begins(.tick(mark(serial, Double(serial)))) }
        book.observed(serial: 1, of: "a", at: 1_000)
        book.observed(serial: 2, of: "a", at: 1_050)
        #expect(!refuses(book, found("a")))
        book.observed(serial: 3, of: "a", at: 1_200)
        book.daemonDied()
        #expect(refuses(book, found("a")))
        for serial in 1...3 {
            #expect(!refuses(book, found("a", ["a": place(serial, Double(serial))])))
        }
        book.playerDied()
        #expect(refuses(book, found("a", ["a": place(2, 2)])))
        #expect(!refuses(book, found("a", ["a": place(3, 3)])))
    }

    @Test func `a surface that moves to the background stores all earlier ticks`() {
        var book = book
        book.begins(.playNow("a"))
        book.done()
        book.begins(.tick(mark(1, 1)))
        book.begins(.tick(mark(2, 2)))
        book.begins(.phase(.background))
        #expect(!refuses(book, found("a")))
        book.done()
        #expect(refuses(book, found("a", ["a": place(1, 1)])))
        #expect(!refuses(book, found("a", ["a": place(2, 2)])))
    }

    @Test func `a tick older than an acknowledged pause does not change the position`() {
        var book = book
        book.begins(.tick(mark(1, 1)))
        book.begins(.pause(mark(2, 2)))
        #expect(!refuses(book, found(nil)))
        book.done()
        #expect(refuses(book, found("a", ["a": place(1, 1)])))
        #expect(!refuses(book, found("a", ["a": place(2, 2)])))
    }

    @Test func `a step can be written as a line and parsed again`() {
        var script = SessionScript(
            player: "mpv",
            run: 1,
            seed: 5,
            state: SessionState(),
            positions: [:]
        )
        for _ in 0..<2_000 {
            let step = script.next()
            #expect(SessionStep(line: step.line) == step)
            script.did(step)
        }
        #expect(SessionStep(line: "tick 1 a") == nil)
        #expect(SessionStep(line: "") == nil)
    }
}
