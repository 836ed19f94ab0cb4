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
        endWithFailureIfOutputIsLost()
        do throws(SystemError) {
            switch name {
            case "stated-mpris": await MPRISProgram.main()
            case "stated-web": try await TaskThread.run { await StatedWeb.main() }
            case _ where name.hasPrefix("stated"): try await TaskThread.run { await Stated.main() }
            default:
                let names = "name the file stated, stated-mpris or stated-web"
                StandardError.report(
                    "this program cannot run under that name; \(names)",
                    by: name
                )
                exit(EX_USAGE)
            }
        } catch {
            StandardError.report("\(error)", by: name)
            exit(EXIT_FAILURE)
        }
    }

    /// The last part of the path with which the program was started.
    private static var name: String {
        CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? "stated"
    }

    /// Makes each end of the program report output that could not be written, with EX_IOERR.
    ///
    /// Otherwise, print(_:) and the help would ignore such an error.
    private static func endWithFailureIfOutputIsLost() {
        atexit {
            guard fflush(nil) != 0 else { return }
            StandardError.report("standard output: \(errorText(errno))", by: Main.name)
            _exit(EX_IOERR)
        }
    }
}
