// SPDX-License-Identifier: Apache-2.0
import StateSync
import SyncTesting
import Testing
import VarlinkNIO

@testable import StateConfiguration
@testable import StateDaemon
@testable import StateServices
@testable import StateSystem

@Suite(.timeLimit(.minutes(10))) struct SyncSessionTests {
    @Test func `after a session has left its remote, no remote is selected`() async throws {
        try await SyncHarness.run { harness in
            let number = try await harness.ask(.leave)
            try await harness.session(with: WatchedRemote()) {}
            #expect(harness.mailbox.selection == nil)
            #expect(try await harness.servedRemote == nil)
            #expect(try await !harness.unanswered.contains(number))
        }
    }

    @Test
    func `a remote configured while another one is being left is kept`() async throws {
        try await SyncHarness.run { harness in
            _ = try await harness.ask(.leave)
            let remote = WatchedRemote { harness.server.post { harness.reload(harness.other, $0) } }
            try await harness.session(with: remote) {}
            #expect(harness.mailbox.selection?.address == harness.other)
            #expect(try await harness.servedRemote == harness.other.text)
        }
    }

    @Test
    func `a remote configured again while it is being left is kept`() async throws {
        try await SyncHarness.run { harness in
            _ = try await harness.ask(.leave)
            let remote = WatchedRemote {
                harness.server.post { services in
                    harness.reload(nil, services)
                    harness.reload(harness.first, services)
                }
            }
            try await harness.session(with: remote) {}
            #expect(harness.mailbox.selection?.address == harness.first)
            #expect(try await harness.servedRemote == harness.first.text)
        }
    }

    @Test
    func `a reply from the previous remote does not reach a caller that waits for the next`()
        async throws
    {
        try await SyncHarness.run { harness in
            let (asked, left) = try await harness.server.submit { services in
                let former = services.ask(.round)
                harness.reload(nil, services)
                harness.reload(harness.other, services)
                let asked = services.ask(.leave)
                if let former {
                    services.answered(.round(SyncRound.Report(), duration: 1), former)
                }
                return (asked, services.unanswered)
            }
            #expect(left == [try #require(asked)])
        }
    }

    @Test func `an unfinished round is repeated only for the same remote`() async throws {
        for stays in [true, false] {
            try await SyncHarness.run { harness in
                let remote = WatchedRemote()
                remote.inner.fallSilent(true)
                let number = try await harness.ask(.round)
                try await harness.session(with: remote) {
                    _ = await remote.calls.first { $0 == "setUp" }
                    try await harness.server.submit { services in
                        if stays {
                            _ = services.syncHandle?.request(.restart)
                        } else {
                            harness.reload(harness.other, services)
                        }
                    }
                }
                let request = SyncMailbox.Request(content: .service(.round), number: number)
                #expect(try await harness.leftRequests == (stays ? [request] : []))
            }
        }
    }

    @Test func `a shutdown answers all callers that wait for a sync round`() async throws {
        try await SyncHarness.run { harness in
            let remote = WatchedRemote()
            remote.inner.fallSilent(true)
            _ = try await harness.ask(.round)
            // Taken after the request of the round.
            _ = harness.mailbox.handle()?.request(.forget(device: 7))
            try await harness.interruptedSession(with: remote) {
                _ = await remote.calls.first { $0 == "forget" }
            }
            #expect(try await harness.unanswered.isEmpty)
        }
    }

    @Test
    func `a call that forgets a device does not wait for a remote that hangs`()
        async throws
    {
        try await SyncHarness.run { harness in
            let remote = WatchedRemote()
            remote.inner.fallSilent(true)
            _ = try await harness.ask(.forget(device: 7))
            try await harness.session(with: remote, timeoutMilliseconds: 1) {
                while try await !harness.unanswered.isEmpty {
                    try Task.checkCancellation()
                    await Task.yield()
                }
                _ = harness.mailbox.handle()?.request(.restart)
            }
        }
    }

    @Test func `leaving a slow remote does not delay the change to another one`() async throws {
        try await SyncHarness.run { harness in
            let remote = WatchedRemote()
            remote.inner.fallSilent(true)
            _ = try await harness.ask(.leave)
            try await harness.session(with: remote, timeoutMilliseconds: 3_600_000) {
                _ = await remote.calls.first { $0 == "setUp" }
                try await harness.server.submit { harness.reload(harness.other, $0) }
            }
            #expect(harness.mailbox.selection?.address == harness.other)
        }
    }
}

extension SyncHarness {
    /// Changes the remote as a reload does; call it on the server's thread.
    func reload(_ address: RemoteAddress?, _ services: Services) {
        if mailbox.change(to: address) { services.changeRemote(mailbox.handle()) }
    }
}
