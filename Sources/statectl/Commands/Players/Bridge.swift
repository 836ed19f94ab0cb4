// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct Bridge: ParsableCommand {
    static let configuration = CommandConfiguration(
        "bridge",
        "Follow players that do not report to the daemon themselves.",
        examples: ["statectl bridge mpv --ipc /run/user/1000/mpv.sock", "statectl bridge mpris"],
        subcommands: [BridgeMPRIS.self, BridgeMPV.self]
    )
}
