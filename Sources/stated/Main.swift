// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import SystemSupport
import VarlinkNIO

/// The entry point of the programs that share one file, most of which is Swift's runtime.
@main
enum Main {
    /// Runs the program of the name that the file was called by.
    ///
    /// The daemon and the web server run on a thread that sleeps while there is nothing to do.
    static func main() async {
        ProgramStart.begin()
        switch CommandLine.arguments[0].split(separator: "/").last {
        case "stated-mpris": await MPRISProgram.main()
        case "stated-web": await TaskThread.run { await StatedWeb.main() }
        default: await TaskThread.run { await Stated.main() }
        }
    }
}
