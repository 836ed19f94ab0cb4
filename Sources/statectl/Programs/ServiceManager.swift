// SPDX-License-Identifier: Apache-2.0
import Glibc

struct ServiceManager {
    static let units = [
        "stated.socket", "stated.service", "stated-mpris.service", "stated-web.socket",
        "stated-web.service",
    ]
    private static let properties =
        "Id,LoadState,UnitFileState,ActiveState,Result,ExecMainStatus,NeedDaemonReload,MainPID"

    let isSystem: Bool

    func units() -> [UnitFacts]? {
        let run = systemctl(["show", "--property=\(Self.properties)"] + Self.units)
        guard run.hasSucceeded else { return nil }
        let units = UnitFacts.parse(run.output)
        return units.isEmpty ? nil : units
    }

    func systemctl(_ arguments: [String]) -> ToolRun {
        ToolRun.run(words(arguments))
    }

    func words(_ arguments: [String]) -> [String] {
        ["systemctl"] + (isSystem ? [] : ["--user"]) + arguments
    }
}
