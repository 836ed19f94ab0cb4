// SPDX-License-Identifier: Apache-2.0
internal import Varlink

/// The members of a stream's reply that say where the stream is.
package struct StreamReply: Equatable {
    /// The token after the reply; `nil` if it has none.
    package private(set) var token: String?
    /// True if the reply ends the state that stands, or comes later.
    package private(set) var isReady = false
    /// True if the reply has changes.
    package private(set) var hasChanges = false

    /// Reads the members of a reply's parameters.
    package init(_ parameters: [UInt8]) {
        var reader = JSONReader(parameters)
        // The daemon's replies are JSON; of anything else nothing is known.
        try? reader.object { (key, reader) throws(JSONError) in
            switch key {
            case "token":
                token = nil
                token = try reader.string()
            case "ready": isReady = try reader.bool()
            case "changes":
                try reader.array { (reader) throws(JSONError) in
                    hasChanges = true
                    try reader.skip()
                }
            default: try reader.skip()
            }
        }
    }
}
