// SPDX-License-Identifier: Apache-2.0
internal import Glibc

package enum UTCDate {
    /// The current time as in HTTP's Date field, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110,
    /// 5.6.7).
    package static var header: String {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return text(&parts, "%a, %d %b %Y %H:%M:%S GMT")
    }

    /// Formats a time by a format of strftime(3).
    static func text(_ parts: inout tm, _ format: String) -> String {
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, format, &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
