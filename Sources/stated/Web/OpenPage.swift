// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateConfiguration
import StateWeb

struct OpenPage: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Print the page's address, and open it in the browser of this desktop."
    )

    @OptionGroup var printing: PrintOptions

    @Flag(name: .customLong("no-open"), help: "Do not start a browser.")
    var isPrintedOnly = false

    func run() throws {
        let settings = try printing.settings()
        let url: String
        do throws(WebServer.Refusal) {
            url = try WebExposure.ofThisMachine(settings).url(at: settings.listen)
        } catch {
            throw printing.fail(error.description, EX_CONFIG)
        }
        guard let owner = ListeningSocket.owner(of: settings.listen) else {
            throw printing.fail(
                "nothing listens on \(settings.listen.authority): start the web server with “\(start)”",
                EX_UNAVAILABLE
            )
        }
        guard owner == geteuid() else {
            throw printing.fail(taken(settings.listen), EX_NOPERM)
        }
        print(printing.json ? JSONLine.text(["url": url]) : url)
        guard !isPrintedOnly, !printing.json, printing.isTerminal, hasDesktop else { return }
        fflush(nil)
        open(url)
    }

    /// The command that starts the web server, whose program is not in PATH.
    private var start: String {
        // The same test as sd_booted(3).
        access("/run/systemd/system", F_OK) == 0 ? Self.unit : "\(CommandLine.arguments[0]) &"
    }

    /// The command that starts the unit that listens on the configured address.
    private static let unit = "systemctl --user enable --now stated-web.service"

    private func taken(_ address: WebAddress) -> String {
        let other = WebAddress(host: address.host, port: address.port % 65_535 + 1).authority
        return "another user's program uses \(address.authority): choose a port of your own with "
            + "“statectl config set web.listen \(other)”, and start the server with “\(Self.unit)”"
    }

    private var hasDesktop: Bool {
        ["DISPLAY", "WAYLAND_DISPLAY"].contains { (name: String) in
            getenv(name).map { $0.pointee != 0 } ?? false
        }
    }

    /// Opens a URL in the browser by replacing this process; returns if that fails, because the URL
    /// was already printed.
    private func open(_ url: String) {
        var words = ["xdg-open", url].map { (word: String) in strdup(word) } + [nil]
        execvp("xdg-open", &words)
    }
}
