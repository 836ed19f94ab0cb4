// SPDX-License-Identifier: Apache-2.0
internal import Varlink

enum ErrorBody {
    static func varlink(_ error: String, _ parameters: [UInt8]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("error", error)
        writer.member("parameters", json: parameters)
        writer.endObject()
        return writer.bytes
    }

    static func text(_ text: String) -> [UInt8] {
        JSONValue.members(["error": .string(text)]).encoded
    }
}
