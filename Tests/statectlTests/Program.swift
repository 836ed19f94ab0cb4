import Foundation
import StateTesting
import Testing

/// A run of the `statectl` that was built with these tests.
struct Program {
    /// Its exit status; the negative number of the signal where one ended it.
    let status: Int32
    /// What it wrote to standard output.
    let output: String
    /// What it wrote to standard error.
    let errors: String

    /// Runs it to its end.
    static func run(
        _ arguments: String...,
        socket: String? = nil,
        environment: [String: String] = [:],
        input: String = ""
    ) async throws -> Program {
        try await run(arguments, socket: socket, environment: environment, input: input)
    }

    /// Runs it to its end.
    static func run(
        _ arguments: [String],
        socket: String? = nil,
        environment: [String: String] = [:],
        input: String = ""
    ) async throws -> Program {
        let process = try prepare(arguments, socket: socket, environment: environment)
        let output = Pipe()
        let errors = Pipe()
        let feed = Pipe()
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = feed
        try process.run()
        try feed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try feed.fileHandleForWriting.close()
        async let wrote = text(of: output)
        async let complained = text(of: errors)
        let (said, wrong) = try await (wrote, complained)
        process.waitUntilExit()
        let isSignal = process.terminationReason == .uncaughtSignal
        return Program(
            status: isSignal ? -process.terminationStatus : process.terminationStatus,
            output: said,
            errors: wrong
        )
    }

    /// The program, ready to be started, with an environment that is the same everywhere.
    static func prepare(
        _ arguments: [String],
        socket: String?,
        environment: [String: String]
    ) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try path())
        process.arguments = arguments
        var variables = ["TZ": "UTC", "TERM": "xterm", "XDG_RUNTIME_DIR": "/nonexistent"]
        variables["STATED_SOCKET"] = socket
        process.environment = variables.merging(environment) { $1 }
        return process
    }

    /// Where the build put it.
    static func path() throws -> String {
        try DaemonProcess.executable("statectl")
    }

    /// A file of this project.
    static func file(_ name: String) throws -> String {
        let tail = "/Tests/statectlTests/Program.swift"
        try #require(#filePath.hasSuffix(tail))
        let path = #filePath.dropLast(tail.count) + "/" + name
        return try String(contentsOfFile: String(path), encoding: .utf8)
    }

    /// All that comes out of a pipe, read on a thread that may wait.
    private static func text(of pipe: Pipe) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
                        return String(decoding: data, as: UTF8.self)
                    }
                )
            }
        }
    }
}
