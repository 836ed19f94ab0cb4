// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateTesting
import Varlink
import WebTesting

/// Loads the web server with readers and calls, and prints what they cost.
@main
struct WebLoad: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web-load",
        abstract: "Loads a web server of its own with readers and calls, and prints what they cost."
    )

    @Option(help: "How many readers follow changes.")
    var readers = 64

    @Option(help: "How many changes are made each second.")
    var rate = 100

    @Option(help: "For how many seconds.")
    var seconds = 10

    func run() throws {
        let web = try WebHarness()
        try web.daemon.client().save("film", 10)
        try measureDelivery(web)
        try measureCalls(web)
    }

    /// Measures how late each reader hears of each change.
    private func measureDelivery(_ web: WebHarness) throws {
        let before = try web.anonymousBytes
        let all = try Readers(count: readers, port: web.port)
        guard all.read(until: { all.areGreeted }) else { throw Failure(what: "readers") }
        let count = rate * seconds
        let saver = try Saver(web.daemon.socket, count: count, rate: rate)
        guard all.read(until: { all.delays.count >= count * readers }) else {
            throw Failure(what: "\(count * readers) changes: \(all.delays.count) arrived")
        }
        saver.join()
        guard all.received.allSatisfy({ $0 == count }) else {
            throw Failure(what: "a change twice")
        }
        let delays = all.delays.sorted()
        func at(_ share: Double) -> String {
            "\(Double(delays[min(delays.count - 1, Int(share * Double(delays.count)))]) / 1_000) ms"
        }
        print("delivery      \(readers) readers, \(rate) changes/s, \(delays.count) in all, none")
        print("              missing, none twice: p50 \(at(0.5)), p99 \(at(0.99)), max \(at(1))")
        let each = (try web.anonymousBytes - before) / readers
        print("memory        \(each / 1_024) KiB for each of \(readers) readers under load")
    }

    /// Measures calls over HTTP beside the same calls over the daemon's socket.
    private func measureCalls(_ web: WebHarness) throws {
        let socket = try SocketCalls.perSecond(web.daemon.socket, connections: 64, seconds: 3)
        print("socket        \(socket) Get/s over 64 connections")
        let output = web.daemon.directory.file("wrk.log")
        let script = "Tests/Programs/web-load/call.lua"
        let program = try DaemonProgram(
            [
                "/usr/bin/wrk", "-t1", "-c64", "-d3", "--latency", "-s", script,
                "http://127.0.0.1:\(web.port)",
            ],
            environment: ["PATH": "/usr/bin:/bin"],
            output: output
        )
        guard try program.waitForExit() == .status(0) else { throw Failure(what: "wrk") }
        let text = String(decoding: try DaemonFiles.read(output), as: UTF8.self)
        for line in text.split(separator: "\n") where Self.isFigure(line) {
            print("wrk       ", line)
        }
    }

    private static func isFigure(_ line: Substring) -> Bool {
        ["Requests/sec", "50%", "99%", "Non-2xx"].contains { line.contains($0) }
    }
}

/// Something that was expected did not happen.
struct Failure: Error, CustomStringConvertible {
    let what: String

    var description: String { "not seen: \(what)" }
}
