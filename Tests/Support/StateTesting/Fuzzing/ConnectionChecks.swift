// SPDX-License-Identifier: Apache-2.0
import Varlink

/// The properties of a server connection for any stream of calls, valid or not.
struct ServerCheck {
    private let bytes: [UInt8]

    /// Creates a check of the bytes.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the violated property, or `nil` if there is none.
    func failure() -> String? {
        var random = FuzzRandom(bytes: bytes)
        var limits = MessageLimits()
        if random.once(in: 4) { limits.messageBytes = random.below(bytes.count + 2) }
        let whole = outcome(limits, pieces: [bytes[...]])
        guard outcome(limits, pieces: random.pieces(of: bytes)) == whole else {
            return "cut in pieces it gives other calls"
        }
        for call in whole.calls {
            guard call.method.utf8.contains(UInt8(ascii: ".")) else {
                return "a method without a dot"
            }
            var reader = JSONReader(call.parameters)
            let isObject = (try? reader.object { (_, _) throws(JSONError) in }) != nil
            guard isObject else { return "parameters that are no object" }
            let again = Message.call(
                method: call.method,
                parameters: call.parameters,
                oneway: call.oneway,
                more: call.more
            )
            let copy = Call(
                method: call.method,
                parameters: call.parameters,
                oneway: call.oneway,
                more: call.more,
                upgrade: false
            )
            guard outcome(MessageLimits(), pieces: [again[...]]).calls == [copy] else {
                return "a call that is written does not read back equal"
            }
        }
        return nil
    }

    private struct Outcome: Equatable {
        var calls: [Call] = []
        var violation: ProtocolViolation?
    }

    private func outcome(_ limits: MessageLimits, pieces: [ArraySlice<UInt8>]) -> Outcome {
        var server = ServerConnection(limits: limits)
        var outcome = Outcome()
        do throws(ProtocolViolation) {
            for piece in pieces {
                server.receive(piece)
                while let call = try server.next() { outcome.calls.append(call) }
            }
        } catch {
            outcome.violation = error
        }
        return outcome
    }
}

/// The properties of a client connection for any stream of replies, valid or not.
struct ClientCheck {
    private let bytes: [UInt8]

    /// Creates a check of the bytes.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the violated property, or `nil` if there is none.
    func failure() -> String? {
        var random = FuzzRandom(bytes: bytes)
        var client = ClientConnection()
        for _ in 0..<random.below(8) {
            _ = client.call(method: "a.b.C", oneway: random.once(in: 4), more: random.once(in: 2))
        }
        let whole = outcome(client, pieces: [bytes[...]])
        guard outcome(client, pieces: random.pieces(of: bytes)) == whole else {
            return "cut in pieces it gives other replies"
        }
        let calls = whole.answers.map(\.call)
        guard calls == calls.sorted(), calls.allSatisfy({ 1...8 ~= $0 }) else {
            return "replies out of order: \(calls)"
        }
        for (answer, after) in zip(whole.answers, whole.answers.dropFirst()) {
            guard answer.reply.continues == (answer.call == after.call) else {
                return "a stream that does not end where it says"
            }
        }
        return nil
    }

    private struct Outcome: Equatable {
        var answers: [ClientConnection.Answer] = []
        var violation: ProtocolViolation?
    }

    private func outcome(_ before: ClientConnection, pieces: [ArraySlice<UInt8>]) -> Outcome {
        var client = before
        var outcome = Outcome()
        do throws(ProtocolViolation) {
            for piece in pieces {
                client.receive(piece)
                while let answer = try client.nextAnswer() { outcome.answers.append(answer) }
            }
        } catch {
            outcome.violation = error
        }
        return outcome
    }
}

extension FuzzRandom {
    /// Returns the bytes in order, cut at random positions.
    fileprivate mutating func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let cuts = (0..<below(6)).map { _ in below(bytes.count + 1) }.sorted()
        return zip([0] + cuts, cuts + [bytes.count]).map { bytes[$0..<$1] }
    }
}
