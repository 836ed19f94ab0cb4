// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateProtocol
import StateTesting

/// Feeds what a stranger might send to everything that reads it.
@main
struct VarlinkFuzz: ParsableCommand {
    /// The name and the help of the command.
    static let configuration = CommandConfiguration(
        commandName: "varlink-fuzz",
        abstract: "Feed mutated messages of our interfaces to the code that reads them.",
        discussion: """
            Input N follows from the seed and from N. One that fails is printed as TARGET:HEX for \
            --replay. Should one end the process, --trace prints its number; see it again with \
            --first N --inputs 1.
            """
    )

    /// How many inputs to make; `make fuzz` says `--runs`.
    @Option(name: [.long, .customLong("runs")], help: "How many inputs.")
    var inputs = 1_000_000

    /// What the inputs follow from.
    @Option(help: "What the inputs follow from.")
    var seed: UInt64 = 1

    /// The number of the first input.
    @Option(help: "The number of the first input.")
    var first = 0

    /// Whether to print each input before it is read.
    @Flag(help: "Print each input before it is read.")
    var trace = false

    /// One input to read in place of those that follow from the seed.
    @Option(help: "Read this input alone: TARGET:HEX.")
    var replay: String?

    /// Reads the inputs; throws at the first that fails.
    func run() throws {
        if let replay {
            guard let input = FuzzInput(replay: replay) else {
                throw ValidationError("'\(replay)' is not TARGET:HEX")
            }
            try check(input)
            return print("all well")
        }
        let fuzzer = try Fuzzer(definitions: StateInterfaces.texts, seed: seed)
        let clock = ContinuousClock()
        let start = clock.now
        for number in first..<first + inputs {
            let input = fuzzer.input(number)
            if trace { print("\(number) \(input.replay)") }
            try check(input, number: number)
            let done = number + 1 - first
            if done.isMultiple(of: 1_000_000) || done == inputs {
                let milliseconds = max(1, (clock.now - start) / .milliseconds(1))
                print("\(done) inputs, \(Int(Double(done) * 1000 / milliseconds)) a second")
            }
        }
        print("seed \(seed): all well")
    }

    private func check(_ input: FuzzInput, number: Int? = nil) throws {
        guard let failure = input.failure() else { return }
        if let number { print("input \(number) of seed \(seed) fails") }
        print("\(input.target): \(failure)")
        print("see it again: varlink-fuzz --replay \(input.replay)")
        throw ExitCode.failure
    }
}
