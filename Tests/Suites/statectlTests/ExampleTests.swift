// SPDX-License-Identifier: Apache-2.0
import Foundation
import StateTesting
import Testing

/// The examples of statectl(1), run as they stand, with a daemon of their own.
@Suite struct ExampleTests {
    @Test func `the examples of the manual work`() throws {
        let examples = try Self.examples()
        #expect(examples.count == 18)
        let daemon = try DaemonProcess.running()
        try DaemonFiles.write([1], to: daemon.directory.file("film.mkv"))
        for example in examples {
            let (status, said) = try run(example, with: daemon)
            #expect(status == 0, "\(example): \(said)")
        }
        let left = try run("statectl list | wc -l", with: daemon)
        #expect(left.said == "1\n")
    }

    /// The commands of the section, one by one; one that is meant to go on for ever is left out.
    private static func examples() throws -> [String] {
        let page = try Program.file("man/statectl.1")
        let section = page.components(separatedBy: ".Sh EXAMPLES\n")[1]
            .components(separatedBy: "\n.Sh ")[0]
        let lines = section.split(separator: "\n").map {
            $0.hasPrefix(".Dl ") ? $0.dropFirst(4) : $0
        }
        return lines.filter { $0.hasPrefix("$ ") && !$0.contains("watch") }
            .map { String($0.dropFirst(2)) }
    }

    /// Runs a line of shell in the daemon's directory, where `mpv` checks its arguments.
    private func run(
        _ line: String,
        with daemon: DaemonProcess
    ) throws -> (status: Int32, said: String) {
        let mpv = daemon.directory.file("mpv")
        // What played the film last is what goes on without a name, too.
        let script = """
            #!/bin/sh
            case "$*" in
                '--start=3723 film.mkv' | --input-ipc-client=*' film.mkv') ;;
                --input-ipc-client=*' --fullscreen -- '*/film.mkv) ;;
                *) exit 1 ;;
            esac

            """
        try script.write(toFile: mpv, atomically: false, encoding: .utf8)
        chmod(mpv, 0o755)
        let programs = (try Program.path() as NSString).deletingLastPathComponent
        let output = Pipe()
        let process = try Child(
            "/bin/sh",
            ["-c", "cd \(daemon.directory.path) && \(line)"],
            environment: [
                "PATH": "\(daemon.directory.path):\(programs):/usr/bin:/bin",
                "STATED_SOCKET": daemon.socket, "STATECTL_PLAYER": "statectl",
                "XDG_RUNTIME_DIR": daemon.directory.path,
            ],
            output: output.fileHandleForWriting.fileDescriptor,
            errors: output.fileHandleForWriting.fileDescriptor
        )
        try output.fileHandleForWriting.close()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        return (process.wait(), String(decoding: said, as: UTF8.self))
    }
}
