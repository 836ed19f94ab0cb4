// SPDX-License-Identifier: Apache-2.0
import Foundation
import StateModel
import StateRelease
import StateTesting
import Testing

@Suite struct PackagingTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func `the stored completions are those that the program prints`(shell: String) async throws {
        let run = try await Program.run("--generate-completion-script", shell)
        #expect(run.status == 0)
        #expect(try Program.file("etc/completions/statectl.\(shell)") == run.output)
    }

    @Test(arguments: ["statectl", "stated", "stated-mpris", "stated-web"])
    func `each program prints its version`(name: String) throws {
        let output = Pipe()
        let process = try Child(
            try DaemonProcess.executable(name),
            ["--version"],
            output: output.fileHandleForWriting.fileDescriptor
        )
        try output.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        #expect(process.wait() == 0)
        let version = String(decoding: data, as: UTF8.self).dropLast()
        #expect(version == Release.line(of: name))
        #expect(version.split(separator: " ").prefix(2) == [name[...], Release.version[...]])
        // The tests are built from a working copy, which has a commit.
        #expect(Release.commit.count >= 8)
        let changes = try Program.file("CHANGELOG.md").split(separator: "\n")
        let newest = try #require(changes.first { $0.hasPrefix("## ") })
        #expect(newest.hasPrefix("## \(Release.version) "))
    }

    @Test
    func `statectl links neither the full Foundation nor its ICU nor libsystemd`() async throws {
        let output = Pipe()
        let process = try Child(
            "/usr/bin/ldd",
            [try Program.path()],
            output: output.fileHandleForWriting.fileDescriptor
        )
        try output.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        #expect(process.wait() == 0)
        let libraries = String(decoding: data, as: UTF8.self)
        #expect(libraries.contains("libswiftCore.so"))
        #expect(!libraries.contains("libFoundation.so"))
        #expect(!libraries.contains("lib_FoundationICU.so"))
        #expect(!libraries.contains("libsystemd.so"))
    }
}
