// SPDX-License-Identifier: Apache-2.0

/// Messages as tests write and read them; a NUL is a `~`.
enum Text {
    /// A call whose only parameter is `n`.
    static func call(_ method: String, _ n: Int, flags: String = "") -> String {
        #"{"method":"t.\#(method)","parameters":{"n":\#(n)}\#(flags)}~"#
    }

    /// A call without parameters.
    static func call(_ method: String) -> String {
        #"{"method":"t.\#(method)"}~"#
    }

    /// The echo of ``call(_:_:flags:)``.
    static func echo(_ n: Int) -> String {
        #"{"parameters":{"n":\#(n)}}"#
    }

    /// An empty reply.
    static let empty = "{}"
    /// What a new stream is sent first.
    static let streaming = #"{"continues":true}"#
    /// A published `n`.
    static func published(_ n: Int) -> String {
        #"{"parameters":{"n":\#(n)},"continues":true}"#
    }
}
