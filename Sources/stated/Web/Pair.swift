// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateConfiguration
import StateWeb
import SystemSupport

struct Pair: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Make a code with which one more browser or phone can sign in.",
        discussion: """
            The code can be used once, within ten minutes. A phone can scan the QR code instead.
            """
    )

    private static let lifetime = 600

    @OptionGroup var printing: PrintOptions

    func run() throws {
        let settings = try printing.settings()
        let url = try address(settings)
        let code = try printing.update("the code cannot be stored") {
            (record) throws(SystemError) -> Secret in
            let code = Secret.code()
            let now = time(nil)
            record.removeOld(at: now, lifetime: Int(settings.sessionLifetime / .seconds(1)))
            record.add(.init(hash: try code.hash(), expiresAt: now + Self.lifetime))
            return code
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
                    "the web server can be reached only from this machine, where no one has to "
                        + "sign in. For other devices, set web.cert, web.key and web.listen first; see "
                        + "“Access from other devices” in stated-web(8)"
                )
            }
            return exposure.url(at: settings.listen)
        } catch {
            throw printing.fail(error.description, EX_CONFIG)
        }
    }

    private func show(_ code: Secret, _ url: String, _ link: String) {
        print("On the other device, open \(url)sign-in and type:\n\n    \(code.grouped)\n")
        printing.draw(link, below: "or scan this:\n\n")
        print("\nThe code can be used once, within ten minutes.")
    }
}
