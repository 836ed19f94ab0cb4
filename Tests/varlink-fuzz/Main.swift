import ArgumentParser
import StateProtocol
import StateTesting

/// Feeds what a stranger might send to everything that reads it.
@main
struct VarlinkFuzz: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "varlink-fuzz",
        abstract: "Feed mutated messages of our interfaces to the code that reads them.",
        discussion: """
            Input N follows from the seed and N alone. Should an input end the process, look for \
            its number with --trace, and see it again with --first N --inputs 1.
            """
    )

    @Option(name: [.long, .customLong("runs")], help: "How many inputs.")
    var inputs = 1_000_000

    @Option(help: "What the inputs follow from.")
    var seed: UInt64 = 1

    @Option(help: "The number of the first input.")
    var first = 0

    @Flag(help: "Print each input's number and bytes before it is read.")
    var trace = false

    @Option(help: "Read this input alone, as TARGET:HEX.")
    var replay: String?

    func run() async throws {
        if let replay {
            guard let input = FuzzInput(replay: replay) else {
                throw ValidationError("'\(replay)' is not TARGET:HEX")
            }
            return try report(input, number: nil)
        }
        let fuzzer = try Fuzzer(definitions: StateInterfaces.texts, seed: seed)
        let clock = ContinuousClock()
        let start = clock.now
        for number in first..<first + inputs {
            let input = fuzzer.input(number)
            if trace { print("\(number) \(input.replay)") }
            try report(input, number: number)
            if (number + 1 - first).isMultiple(of: 1_000_000) {
                print("\(number + 1 - first) inputs in \(clock.now - start)")
            }
        }
        let elapsed = clock.now - start
        print(
            "\(inputs) inputs, seed \(seed), \(elapsed), \(Int(Double(inputs) / (elapsed / .seconds(1)))) a second: all well"
        )
    }

    private func report(_ input: FuzzInput, number: Int?) throws {
        guard let failure = input.failure() else { return }
        if let number { print("input \(number), seed \(seed):") }
        print("\(input.target): \(failure)")
        print("see it again with: varlink-fuzz --replay \(input.replay)")
        throw ExitCode.failure
    }
}
