// SPDX-License-Identifier: Apache-2.0
internal import StateModel

enum ClientLabel {
    private static let browsers = [
        ("Firefox/", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("Chrome/", "Chrome"),
        ("Safari/", "Safari"), ("curl/", "curl"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
        ("Mac OS", "macOS"), ("Tizen", "a TV"), ("Web0S", "a TV"), ("Linux", "Linux"),
    ]

    /// Returns a program's own description as one line of visible characters.
    static func program(userAgent: String?) -> String? {
        userAgent.map { HiddenScalars.escaped($0.cut(to: 100)) }
    }

    /// Describes the browser and the system in fixed words, because the header `User-Agent` is not
    /// trusted.
    static func text(userAgent: String?) -> String {
        guard let userAgent else { return "a program" }
        let browser = browsers.first { userAgent.contains($0.0) }?.1 ?? "a browser"
        return systems.first { userAgent.contains($0.0) }.map { "\(browser) on \($0.1)" } ?? browser
    }
}
