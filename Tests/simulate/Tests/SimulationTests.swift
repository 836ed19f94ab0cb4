import RealSimulation
import Simulation
import Testing

@Suite struct `The simulator` {
    @Test(arguments: 1...50)
    func `finds nothing wrong with any seed`(_ seed: Int) {
        var simulation = Simulation(seed: UInt64(seed))
        #expect(simulation.run() == [])
    }

    @Test(arguments: 1...10)
    func `finds nothing wrong with whole daemons on real files`(_ seed: Int) {
        var simulation = Simulation(realWith: UInt64(seed))
        #expect(simulation.run() == [])
    }

    @Test(arguments: Mutation.allCases)
    func `finds what was broken on purpose`(_ mutation: Mutation) {
        #expect(mutation.firstFound(within: 120) != nil)
    }

    @Test func `does the same again with the same seed`() {
        var (one, other) = (Simulation(seed: 7), Simulation(seed: 7))
        #expect(one.run() == other.run())
        #expect(one.steps == other.steps)
    }
}
