// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

@Suite("Messages in a stream of bytes") struct FramingTests {
    private static let stream =
        Message.call(method: "a.b.First", parameters: Array(#"{"x":"é","y":[1,2.5]}"#.utf8))
        + Message.call(method: "a.b.Second", oneway: true)
        + Message.call(method: "a.b.Third", more: true)

    @Test func `bytes divided anywhere give the same calls`() throws {
        let whole = try calls(in: [Self.stream[...]])
        #expect(whole.map(\.method) == ["a.b.First", "a.b.Second", "a.b.Third"])
        for first in 0...Self.stream.count {
            for second in first...Self.stream.count {
                let pieces = [
                    Self.stream[..<first], Self.stream[first..<second], Self.stream[second...],
                ]
                #expect(try calls(in: pieces) == whole)
            }
        }
    }

    @Test func `bytes that arrive one by one give the same calls`() throws {
        let pieces = Self.stream.indices.map { Self.stream[$0...$0] }
        #expect(try calls(in: pieces) == calls(in: [Self.stream[...]]))
    }

    @Test func `a call can be read from a raw buffer`() throws {
        var server = ServerConnection()
        Self.stream.withUnsafeBytes { server.receive($0) }
        #expect(try server.next()?.method == "a.b.First")
    }

    @Test func `a message of the maximum length may arrive byte by byte`() throws {
        let text = String(repeating: "x", count: (1 << 20) - 40)
        let message = Message.call(method: "a.b.C", parameters: Array(#"{"x":"\#(text)"}"#.utf8))
        var server = ServerConnection()
        for byte in message.dropLast() {
            server.receive(CollectionOfOne(byte))
            #expect(try server.next() == nil)
        }
        server.receive(CollectionOfOne(0))
        #expect(try server.next()?.parameters.count == text.utf8.count + 8)
    }

    @Test func `the end of a message is found at every offset`() throws {
        let methods = (0..<150).map { "a.b." + String(repeating: "é", count: $0 / 2) + "\($0)" }
        var server = ServerConnection()
        server.receive(methods.flatMap { Message.call(method: $0) })
        for method in methods { #expect(try server.next()?.method == method) }
        #expect(try server.next() == nil)
    }

    @Test func `ten thousand calls in one read arrive in order`() throws {
        var server = ServerConnection()
        server.receive((0..<10_000).flatMap { Message.call(method: "a.b.M\($0)") })
        for number in 0..<10_000 { #expect(try server.next()?.method == "a.b.M\(number)") }
        #expect(try server.next() == nil)
    }

    @Test func `calls can be taken while more bytes arrive`() throws {
        let stream = (0..<100).flatMap { Message.call(method: "a.b.M\($0)") }
        for size in [1, 7, 50, 1000] {
            var server = ServerConnection()
            var methods: [String] = []
            for start in stride(from: 0, to: stream.count, by: size) {
                server.receive(stream[start..<min(start + size, stream.count)])
                if start % 3 == 0, let call = try server.next() { methods.append(call.method) }
            }
            while let call = try server.next() { methods.append(call.method) }
            #expect(methods == (0..<100).map { "a.b.M\($0)" })
        }
    }

    private func calls(in pieces: [ArraySlice<UInt8>]) throws -> [Call] {
        var server = ServerConnection()
        var calls: [Call] = []
        for piece in pieces {
            server.receive(piece)
            while let call = try server.next() { calls.append(call) }
        }
        return calls
    }
}
