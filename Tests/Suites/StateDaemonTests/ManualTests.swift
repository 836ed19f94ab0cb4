// SPDX-License-Identifier: Apache-2.0
import StateConfiguration
import StateSystem
import Testing

/// The manual pages, against the keys that the program knows.
@Suite struct ManualTests {
    private func page(_ name: String) throws -> String {
        let file = "/Tests/Suites/StateDaemonTests/ManualTests.swift"
        try #require(#filePath.hasSuffix(file))
        return try TextFile.read(#filePath.dropLast(file.count) + "/man/" + name)
    }

    @Test(arguments: ConfigurationKey.all.map(\.name))
    func `every key is in stated.yaml(5)`(key: String) throws {
        let name = key.split(separator: ".").last.map(String.init) ?? key
        let lines = try page("stated.yaml.5").split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix(".It Cm \(name) ") })
    }

    @Test(arguments: ["config", "system", "check-config", "print-config", "version", "help"])
    func `every option is in stated(8)`(option: String) throws {
        let lines = try page("stated.8").split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix(".It Fl Fl \(option)") })
    }
}
