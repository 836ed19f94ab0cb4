// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateSystem
import SystemSupport
import VarlinkNIO

/// The entry point of the daemon, the MPRIS bridge and the web server.
///
/// They share one executable, because most of its size is the Swift runtime.
@main
enum Main {
    /// Runs the program whose name was used to start the executable.
    ///
    /// The daemon and the web server run on a ``TaskThread``, which sleeps while it is idle.
    static func main() async {
        ProgramStart.begin("stated")
        let name = CommandLine.arguments[0].split(separator: "/").last ?? "stated"
        do throws(SystemError) {
            switch name {
            case "stated-mpris": await MPRISProgram.main()
            case "stated-web": try await TaskThread.run { await StatedWeb.main() }
            case _ where name.hasPrefix("stated"): try await TaskThread.run { await Stated.main() }
            default:
                let names = "name the file stated, stated-mpris or stated-web"
                StandardError.report(
                    "this program cannot run under that name; \(names)",
                    by: String(name)
                )
                exit(EX_USAGE)
            }
        } catch {
            StandardError.report("\(error)", by: String(name))
            exit(EXIT_FAILURE)
        }
    }
}
