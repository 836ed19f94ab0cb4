// SPDX-License-Identifier: Apache-2.0
internal import Glibc

package enum UTCDate {
    /// The current time as in HTTP's Date field, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110,
    /// 5.6.7).
    package static var header: String { text(time(nil), "%a, %d %b %Y %H:%M:%S GMT") }

    /// Formats a time in seconds since 1970 by a format of strftime(3); empty if that fails.
    package static func text(_ seconds: Int, _ format: String) -> String {
        var seconds = seconds
        var parts = tm()
        return gmtime_r(&seconds, &parts) == nil ? "" : text(&parts, format)
    }

    static func text(_ parts: inout tm, _ format: String) -> String {
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, format, &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
