// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateConfiguration
import StateWeb
import SystemSupport

/// `stated-web pair`: makes a code to sign in one browser.
struct Pair: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Make a code with which one more browser or phone can sign in.",
        discussion: """
            The code is good once, within ten minutes. A phone can scan the picture instead.
            """
    )

    /// The lifetime of a code, in seconds.
    private static let lifetime = 600

    @OptionGroup var options: WebOptions
    @OptionGroup var printing: PrintOptions

    func run() throws {
        let settings = try options.settings(json: printing.json).web
        let url = try address(settings)
        let code: Secret
        do throws(SystemError) {
            code = try Secret.code()
            let hash = try code.hash()
            let now = time(nil)
            try SignInFile(path: settings.sessions).update { record in
                record.removeOld(at: now, lifetime: Int(settings.sessionLifetime / .seconds(1)))
                record.add(.init(hash: hash, expiresAt: now + Self.lifetime))
            }
        } catch {
            throw fail("the code cannot be stored: \(error)", EX_TEMPFAIL, json: printing.json)
        }
        let link = "\(url)sign-in#\(code.grouped)"
        if printing.json {
            print(JSONLine.text(["code": code.grouped, "url": link]))
        } else if printing.isTerminal {
            show(code, url, link)
            if ListeningSocket.owner(of: settings.listen) != geteuid() {
                print(
                    "Your web server does not listen on \(settings.listen.authority) yet: start it with "
                        + "“systemctl --user restart stated-web”."
                )
            }
        } else {
            print("\(code.grouped)\t\(link)")
        }
    }

    private func address(_ settings: WebConfiguration) throws -> String {
        do throws(WebServer.Refusal) {
            let exposure = try WebExposure.ofThisMachine(settings)
            guard exposure.needsSignIn else {
                throw WebServer.Refusal(
                    "the web server can be reached from this machine alone, and does not ask to sign "
                        + "in: set web.cert, web.key and web.listen first; “man stated-web”, Access "
                        + "from other devices, has the commands"
                )
            }
            return exposure.url(at: settings.listen)
        } catch {
            throw fail(error.description, EX_CONFIG, json: printing.json)
        }
    }

    private func show(_ code: Secret, _ url: String, _ link: String) {
        print("On the other device open \(url)sign-in and type:\n\n    \(code.grouped)\n")
        if let picture = QRPicture(of: link) {
            print("or scan this:\n")
            let isPlain = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
            print(picture.lines(isPlain: isPlain).joined(separator: "\n"))
        }
        print("\nThe code is good once, within ten minutes.")
    }
}
