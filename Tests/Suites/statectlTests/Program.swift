// SPDX-License-Identifier: Apache-2.0
import Foundation
import ModelTesting
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

    /// Runs it to its end, in a directory.
    static func run(
        _ arguments: [String],
        socket: String? = nil,
        environment: [String: String] = [:],
        input: String = "",
        directory: String
    ) async throws -> Program {
        try await run(
            ["-C", directory, try path()] + arguments,
            socket: socket,
            environment: environment,
            input: input,
            program: "/usr/bin/env"
        )
    }

    /// Runs it, or another program, to its end.
    static func run(
        _ arguments: [String],
        socket: String? = nil,
        environment: [String: String] = [:],
        input: String = "",
        program: String? = nil
    ) async throws -> Program {
        let output = Pipe()
        let errors = Pipe()
        let feed = Pipe()
        let process = try start(
            arguments,
            socket: socket,
            environment: environment,
            input: feed.fileHandleForReading,
            output: output.fileHandleForWriting,
            errors: errors.fileHandleForWriting,
            program: program
        )
        try feed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try feed.fileHandleForWriting.close()
        async let wrote = text(of: output)
        async let complained = text(of: errors)
        let (said, wrong) = try await (wrote, complained)
        return Program(status: await onOwnThread { process.wait() }, output: said, errors: wrong)
    }

    /// Starts the program, with an environment that is the same everywhere; its ends of the pipes
    /// are its own then.
    static func start(
        _ arguments: [String],
        socket: String?,
        environment: [String: String],
        input: FileHandle? = nil,
        output: FileHandle,
        errors: FileHandle,
        program: String? = nil
    ) throws -> Child {
        var variables = ["TZ": "UTC", "TERM": "xterm", "XDG_RUNTIME_DIR": "/nonexistent"]
        variables["STATED_SOCKET"] = socket
        let process = try Child(
            try program ?? path(),
            arguments,
            environment: variables.merging(environment) { $1 },
            input: input?.fileDescriptor,
            output: output.fileDescriptor,
            errors: errors.fileDescriptor
        )
        if input !== output { try input?.close() }
        try output.close()
        if errors !== output { try errors.close() }
        return process
    }

    /// Where the build put it.
    static func path() throws -> String {
        try DaemonProcess.executable("statectl")
    }

    /// A file of this project.
    static func file(_ name: String) throws -> String {
        try String(contentsOfFile: try place(name), encoding: .utf8)
    }

    /// The path of a file of this project.
    static func place(_ name: String) throws -> String {
        let tail = "/Tests/Suites/statectlTests/Program.swift"
        try #require(#filePath.hasSuffix(tail))
        return String(#filePath.dropLast(tail.count)) + "/" + name
    }

    /// All that comes out of a pipe.
    private static func text(of pipe: Pipe) async throws -> String {
        let data = try await onOwnThread { try pipe.fileHandleForReading.readToEnd() ?? Data() }
        return String(decoding: data, as: UTF8.self)
    }
}
