// SPDX-License-Identifier: Apache-2.0
import Varlink

/// Checks each client's calls against the steps: pure.
struct Certification {
    private let steps: Steps
    /// The step that each client is to take next.
    private var next: [String: Int] = [:]

    init() throws(JSONError) {
        steps = try Steps()
    }

    /// The replies to a call of org.varlink.certification, as whole messages.
    ///
    /// `newID` makes a client's id. A client that gave a wrong value has failed: its id is gone.
    mutating func answer(_ call: Call, newID: () -> String) -> [UInt8] {
        let method = String(call.method.dropFirst(Steps.interface.count + 1))
        var reader = JSONReader(call.parameters)
        guard let parameters = try? reader.value() else { return [] }
        if method == "Start" { return start(call, parameters, newID: newID) }
        guard case .string(let client)? = parameters["client_id"] else {
            return ServiceError.invalidParameter("client_id").message
        }
        guard let number = next[client] else {
            return Message.error(Steps.interface + ".ClientIdError")
        }
        let step = steps.all[number]
        let wants = wanted(step, of: client)
        guard method == step.method else { return mismatch(call, parameters, wants: wants) }
        guard step.style == call.style,
            parameters.means(.object(step.takes.members + [.client(client)]))
        else {
            next[client] = nil
            return mismatch(call, parameters, wants: wants)
        }
        next[client] = number + 1 < steps.all.count ? number + 1 : nil
        return replies(of: step)
    }

    private mutating func start(
        _ call: Call,
        _ parameters: JSONValue,
        newID: () -> String
    ) -> [UInt8] {
        guard call.style == .plain, parameters.means(.object([])) else {
            let wants = JSONValue.call("Start", parameters: nil, style: .plain)
            return mismatch(call, parameters, wants: wants)
        }
        let client = newID()
        next[client] = 0
        return Message.reply(parameters: JSONValue.object([.client(client)]).encoded)
    }

    private func replies(of step: Steps.Step) -> [UInt8] {
        var messages: [UInt8] = []
        for (number, reply) in step.gives.enumerated() {
            let continues = number + 1 < step.gives.count
            messages += Message.reply(parameters: reply.encoded, continues: continues)
        }
        return messages
    }

    private func wanted(_ step: Steps.Step, of client: String) -> JSONValue {
        let parameters = JSONValue.object(step.takes.members + [.client(client)])
        return .call(step.method, parameters: parameters, style: step.style)
    }

    private func mismatch(_ call: Call, _ parameters: JSONValue, wants: JSONValue) -> [UInt8] {
        let method = String(call.method.dropFirst(Steps.interface.count + 1))
        let got = JSONValue.call(method, parameters: parameters, style: call.style)
        let both = JSONValue.object([
            JSONMember(key: "wants", value: wants), JSONMember(key: "got", value: got),
        ])
        return Message.error(Steps.interface + ".CertificationError", parameters: both.encoded)
    }
}

extension Call {
    /// How the call was made; nil: with both flags or for an upgrade.
    var style: Steps.Style? {
        switch (oneway, more, upgrade) {
        case (false, false, false): .plain
        case (false, true, false): .more
        case (true, false, false): .oneway
        default: nil
        }
    }
}

extension JSONMember {
    /// The member that says who calls.
    static func client(_ id: String) -> JSONMember {
        JSONMember(key: "client_id", value: .string(id))
    }
}

extension JSONValue {
    /// An object's members; nothing if it is none.
    var members: [JSONMember] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    /// The value as JSON.
    var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// A call as an object.
    static func call(_ method: String, parameters: JSONValue?, style: Steps.Style?) -> JSONValue {
        var members = [
            JSONMember(key: "method", value: .string(Steps.interface + "." + method))
        ]
        if let parameters { members.append(JSONMember(key: "parameters", value: parameters)) }
        switch style {
        case .more: members.append(JSONMember(key: "more", value: .bool(true)))
        case .oneway: members.append(JSONMember(key: "oneway", value: .bool(true)))
        case .plain, nil: break
        }
        return .object(members)
    }
}
