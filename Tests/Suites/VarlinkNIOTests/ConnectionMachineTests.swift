// SPDX-License-Identifier: Apache-2.0
import Testing
import Varlink

@testable import VarlinkNIO

@Suite struct `A connection's machine` {
    @Test func `a connection delivers its calls one by one`() {
        let machine = ConnectionMachine(limits: ConnectionLimits())
        #expect(machine.next == .rest)
        #expect(machine.arrived(bytes: 60, messages: 2) == true)
        #expect(machine.next == .take)
        machine.took(oneway: false)
        #expect(machine.next == .rest)
        machine.handled(.next)
        #expect(machine.next == .take)
        machine.took(oneway: true)
        machine.handled(.next)
        #expect(machine.next == .take)
        machine.exhausted()
        #expect(machine.next == .rest)
        #expect(machine.wantsInput)
    }

    @Test func `a call is awaited once all earlier ones were delivered`() {
        var limits = ConnectionLimits()
        limits.callsWaiting = 2
        let machine = ConnectionMachine(limits: limits)
        #expect(machine.awaitsCall)
        for _ in 0..<2 {
            #expect(machine.awaitsCall)
            _ = machine.arrived(bytes: 10, messages: 1)
            #expect(!machine.awaitsCall)
            machine.took(oneway: false)
            #expect(!machine.awaitsCall)
            machine.handled(.next)
            machine.exhausted()
        }
        // Too many replies are due.
        #expect(!machine.awaitsCall)
        machine.sent(messages: 1)
        #expect(machine.awaitsCall)
        machine.becameWritable(false)
        #expect(!machine.awaitsCall)
        machine.becameWritable(true)
        machine.inputEnded()
        #expect(!machine.awaitsCall)
    }

    @Test func `no call is awaited while one waits, or on a stream`() {
        for disposition in [CallDisposition.wait, .stream] {
            let machine = ConnectionMachine(limits: ConnectionLimits())
            _ = machine.arrived(bytes: 10, messages: 1)
            machine.took(oneway: true)
            machine.handled(disposition)
            machine.exhausted()
            #expect(!machine.awaitsCall)
        }
    }

    @Test func `the next call waits until the current one lets it proceed`() {
        let machine = taking()
        machine.handled(.wait)
        #expect(machine.next == .rest)
        machine.proceed()
        #expect(machine.next == .take)
    }

    @Test func `a new connection that is held delivers no call before it may proceed`() {
        let machine = ConnectionMachine(limits: ConnectionLimits(), isHeld: true)
        #expect(machine.next == .rest)
        #expect(machine.wantsInput)
        #expect(machine.arrived(bytes: 60, messages: 1) == true)
        #expect(machine.next == .rest)
        machine.proceed()
        #expect(machine.next == .take)
    }

    @Test func `a connection that closes before it is accepted is removed`() {
        let machine = ConnectionMachine(limits: ConnectionLimits(), isHeld: true)
        machine.channelGone()
        #expect(machine.next == .forget)
    }

    @Test func `permission to proceed may arrive before the order to wait`() {
        let machine = taking()
        machine.proceed()
        machine.handled(.wait)
        #expect(machine.next == .take)
    }

    @Test func `permission to proceed has no effect if nothing waits`() {
        let machine = taking()
        machine.handled(.stream)
        machine.proceed()
        #expect(machine.next == .rest)
    }

    @Test func `nothing is read while too much output waits`() {
        let machine = ConnectionMachine(limits: ConnectionLimits())
        machine.becameWritable(false)
        #expect(!machine.wantsInput)
        #expect(!machine.isWritable)
        #expect(machine.arrived(bytes: 60, messages: 1) == true)
        #expect(machine.next == .rest)
        machine.becameWritable(true)
        #expect(machine.next == .take)
        #expect(machine.isWritable)
    }

    @Test func `nothing is read while the bytes behind a waiting call reach the limit`() {
        var limits = ConnectionLimits()
        limits.heldInputBytes = 100
        let machine = taking(limits)
        machine.handled(.wait)
        #expect(machine.wantsInput)
        #expect(machine.arrived(bytes: 100, messages: 1) == true)
        #expect(!machine.wantsInput)
        machine.proceed()
        #expect(!machine.wantsInput)
        machine.took(oneway: true, unread: 40)
        machine.handled(.next)
        #expect(machine.wantsInput)
    }

    @Test func `nothing is read while the calls that wait for execution reach the limit`() {
        var limits = ConnectionLimits()
        limits.heldInputBytes = 100
        let machine = ConnectionMachine(limits: limits)
        #expect(machine.arrived(bytes: 150, messages: 5) == true)
        #expect(machine.next == .take)
        #expect(!machine.wantsInput)
        machine.took(oneway: true, unread: 120)
        machine.handled(.next)
        #expect(!machine.wantsInput)
        machine.took(oneway: true, unread: 90)
        machine.handled(.next)
        #expect(machine.wantsInput)
    }

    @Test func `a message is read to its end even if it exceeds the limit for waiting bytes`() {
        var limits = ConnectionLimits()
        limits.heldInputBytes = 100
        let machine = ConnectionMachine(limits: limits)
        for _ in 0..<5 {
            #expect(machine.arrived(bytes: 150, messages: 0) == true)
            machine.exhausted()
            #expect(machine.wantsInput)
        }
    }

    @Test func `nothing is read while too many calls are unanswered`() {
        var limits = ConnectionLimits()
        limits.callsWaiting = 2
        let machine = ConnectionMachine(limits: limits)
        #expect(machine.arrived(bytes: 60, messages: 2) == true)
        for _ in 0..<2 {
            machine.took(oneway: false)
            machine.handled(.next)
        }
        machine.exhausted()
        #expect(!machine.wantsInput)
        machine.sent(messages: 1)
        #expect(machine.wantsInput)
    }

    @Test func `a connection ends once its peer has finished and every call is answered`() {
        let machine = taking()
        machine.handled(.next)
        machine.inputEnded()
        #expect(machine.next == .take)
        machine.exhausted()
        #expect(machine.next == .rest)
        machine.sent(messages: 1)
        #expect(machine.next == .finish(reason: "the peer has finished", atOnce: false))
        machine.finishing()
        #expect(machine.next == .rest)
        #expect(machine.isWatched)
        machine.channelGone()
        #expect(machine.next == .forget)
        machine.forgotten()
        #expect(machine.next == .rest)
    }

    @Test func `after a violation no call is accepted, but due replies are sent`() {
        let machine = ConnectionMachine(limits: ConnectionLimits())
        #expect(machine.arrived(bytes: 60, messages: 2) == true)
        machine.took(oneway: false)
        machine.handled(.next)
        machine.violated(.empty)
        #expect(machine.arrived(bytes: 60, messages: 2) == false)
        #expect(!machine.wantsInput)
        #expect(machine.next == .rest)
        machine.sent(messages: 1)
        #expect(machine.next == .finish(reason: "a message is empty", atOnce: false))
    }

    @Test(arguments: [true, false])
    func `a connection that ends is closed at once, unless it waits for its output`(
        waitsForOutput: Bool
    ) {
        let machine = ConnectionMachine(limits: ConnectionLimits())
        machine.becameWritable(false)
        machine.requestClose(reason: "test", waitsForOutput: waitsForOutput)
        #expect(!machine.takesOutput)
        #expect(machine.next == .finish(reason: "test", atOnce: !waitsForOutput))
    }

    @Test func `calls that arrived before a connection closed are delivered before its removal`() {
        let machine = taking()
        machine.handled(.wait)
        machine.channelGone()
        #expect(machine.next == .rest)
        machine.proceed()
        #expect(machine.next == .take)
        machine.took(oneway: true)
        machine.handled(.next)
        machine.exhausted()
        #expect(machine.next == .forget)
    }

    @Test func `calls of a closed connection are dropped if the server stops`() {
        let machine = taking()
        machine.handled(.wait)
        machine.channelGone()
        machine.requestClose(reason: "test", waitsForOutput: true)
        #expect(machine.next == .forget)
    }

    @Test func `a stream is removed when its peer has disconnected`() {
        let machine = taking()
        machine.handled(.stream)
        #expect(machine.isWatched)
        machine.channelGone()
        #expect(machine.next == .forget)
    }

    /// A machine with three calls, the first of which is with the handler.
    private func taking(_ limits: ConnectionLimits = ConnectionLimits()) -> ConnectionMachine {
        let machine = ConnectionMachine(limits: limits)
        _ = machine.arrived(bytes: 3, messages: 3)
        machine.took(oneway: false)
        return machine
    }
}

@Suite struct `The calls of a disconnected peer` {
    @Test(arguments: [
        (#"{"method":"a.b.C","parameters":{"item":"one way"}}"#, false),
        (#"{"method":"a.b.C","oneway":true}"#, true),
        (#"{"method":"a.b.C","\u006fneway":true}"#, true),
        (#"{"method":"a.b.C","onewa"#, false),
        ("", false),
    ])
    func `a call counts as oneway only if its bytes may contain the member oneway`(
        text: String,
        mayBe: Bool
    ) {
        #expect(Array(text.utf8).withUnsafeBytes(mayHoldOneway) == mayBe)
    }
}
