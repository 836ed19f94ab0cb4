// SPDX-License-Identifier: Apache-2.0
import Glibc
import SyncTesting

// The simulated remote behind TCP: remote-server PORT [swaps]. It prints the port once it listens.

var manners = SimulatedServer.Manners()
manners.comparesAndSwaps = CommandLine.arguments.contains("swaps")
let port = CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 0
var server = try TCPServer(port: port, manners: manners)
let line = Array("\(server.port)\n".utf8)
write(STDOUT_FILENO, line, line.count)
while true {
    server.serve {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
