// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport

struct SetupRunner {
    private let manager = ServiceManager(isSystem: false)

    func make(_ step: SetupStep) -> SetupResult {
        switch step {
        case .enable(let unit): run(["enable", "--now", unit])
        case .link(let path, let target): link(path, to: target)
        case .folder(let path): makeFolder(path)
        case .key(let name, let value, let file):
            change(file) { (text) throws(Failure) in try text.set(name, to: value) }
        }
    }

    /// Undoes a step, but keeps a file or value that the user has changed since.
    func undo(_ step: SetupStep) -> SetupResult {
        switch step {
        case .enable("stated.socket"):
            stopDaemon(run(["disable", "--now", "stated.socket"]))
        case .enable(let unit): run(["disable", "--now", unit])
        case .link(let path, let target): unlink(path, to: target)
        case .folder(let path):
            rmdir(path) == 0 || [ENOENT, ENOTEMPTY, EEXIST].contains(errno)
                ? .done : .failed(String(cString: strerror(errno)))
        case .key(let name, let value, let file):
            change(file) { (text) throws(Failure) in
                if text.value(of: name) == value { _ = text.remove(name) }
            }
        }
    }

    private func makeFolder(_ path: String) -> SetupResult {
        do throws(SystemError) {
            try Directory.create(path)
            return .done
        } catch {
            return .failed(errorText(error.code))
        }
    }

    private func run(_ arguments: [String]) -> SetupResult {
        let run = manager.systemctl(arguments)
        guard !run.hasSucceeded else { return .done }
        return .failed(run.firstError?.visible ?? "systemctl ended with status \(run.status)")
    }

    /// Stops a daemon that the socket unit has started, unless the daemon's own unit is enabled.
    private func stopDaemon(_ result: SetupResult) -> SetupResult {
        let service = manager.units()?.first { $0.name == "stated.service" }
        guard result == .done, service?.isActive == true, service?.isEnabled != true else {
            return result
        }
        return run(["stop", "stated.service"])
    }

    private func link(_ path: String, to target: String) -> SetupResult {
        let folder = makeFolder(Directory.parent(of: path))
        guard folder == .done else { return folder }
        guard symlink(target, path) == 0 || FilePath.target(of: path) == target else {
            return .failed("\(path.visible): \(String(cString: strerror(errno)))")
        }
        return .done
    }

    private func unlink(_ path: String, to target: String) -> SetupResult {
        // A link to a different target, or a file, is the user's own and is kept.
        guard FilePath.target(of: path) == target else { return .done }
        return Glibc.unlink(path) == 0 ? .done : .failed(String(cString: strerror(errno)))
    }

    private func change(
        _ path: String,
        _ body: (inout ConfigurationText) throws(Failure) -> Void
    ) -> SetupResult {
        do throws(Failure) {
            try ConfigurationFile(path: path, isSystem: false).change { (text) throws(Failure) in
                try body(&text)
            }
            return .done
        } catch {
            return .failed(error.message)
        }
    }
}
