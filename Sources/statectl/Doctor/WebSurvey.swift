// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The facts that the web server's program reports without starting the server.
enum WebSurvey {
    static func facts(file: String? = nil) -> WebFacts {
        guard let path = CompanionProgram.path(of: "stated-web") else { return .absent }
        let run = ToolRun.run([path, "open", "--no-open"] + (file.map { ["--config", $0] } ?? []))
        return facts(run)
    }

    static func apps() -> [AppFacts] {
        guard let path = CompanionProgram.path(of: "stated-web") else { return [] }
        return ToolRun.run([path, "clients"]).output.split(separator: "\n").compactMap(
            AppFacts.init
        )
    }

    static func facts(_ run: ToolRun) -> WebFacts {
        switch run.status {
        case 0: return .serving(String(run.output.prefix { $0 != "\n" }))
        case EX_CONFIG: return .refusing(run.reason)
        case EX_NOPERM: return .taken(run.reason)
        default: return .silent
        }
    }
}

extension ToolRun {
    fileprivate var reason: String {
        let text = firstError ?? ""
        return text.hasPrefix("stated-web: ") ? String(text.dropFirst(12)) : text
    }
}
