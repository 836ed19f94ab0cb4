// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import NATSTesting
import StateTesting

/// The resources that servers have used so far, from the kernel.
struct ServerCost {
    /// The processor time of all servers, in milliseconds.
    private(set) var processor = 0.0
    /// The resident memory of all servers, in MiB.
    private(set) var memory = 0.0
    /// The space of all streams on the disk, in MiB.
    private(set) var disk = 0.0

    /// Reads what the servers of a cluster have used.
    init(of cluster: NATSCluster) {
        for (place, server) in cluster.servers.enumerated() {
            guard let pid = server.pid else { continue }
            processor += Self.processor(of: pid)
            memory += Self.memory(of: pid)
            disk += Self.disk(at: cluster.store(place))
        }
    }

    /// Reads the fields 14 and 15 of /proc/pid/stat, in ticks of the clock (proc(5)).
    private static func processor(of pid: pid_t) -> Double {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return 0 }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12])
        else { return 0 }
        return (user + system) * 1_000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static func memory(of pid: pid_t) -> Double {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/statm", encoding: .utf8) else {
            return 0
        }
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pages = Double(fields[1]) else { return 0 }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }

    private static func disk(at path: String) -> Double {
        guard let files = FileManager.default.enumerator(atPath: path) else { return 0 }
        var bytes = 0
        for case let name as String in files {
            var status = stat()
            if lstat(path + "/" + name, &status) == 0 { bytes += Int(status.st_blocks) * 512 }
        }
        return Double(bytes) / 1_048_576
    }
}
