// SPDX-License-Identifier: Apache-2.0
import StateModel

enum LocalTime {
    private static let day = 86_400

    /// Parses a local time, such as `yesterday` or `2026-11-21 08:40`; returns milliseconds since
    /// 1970, or `nil` for any other text.
    ///
    /// A day without a time means its beginning.
    static func parse(_ text: String, now: Timestamp, zone: LocalZone) -> Int? {
        if let days = ["today": 0, "yesterday": 1][text.lowercased()] {
            let local = zone.local(now.rawValue / 1000)
            return zone.global((local / day - days) * day) * 1000
        }
        let isDay = text.count == 10
        guard let milliseconds = Instant.iso(isDay ? "\(text)T00:00Z" : "\(text)Z") else {
            return nil
        }
        let seconds = milliseconds / 1000
        return zone.global(seconds) * 1000 + milliseconds % 1000
    }
}
