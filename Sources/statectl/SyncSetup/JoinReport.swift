// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

struct JoinReport {
    let place: any SyncPlace
    let files: RemoteFiles
    /// The previous remote store; `nil` if there was none.
    let former: String?
    let device: String
    /// The names of all devices, including this one.
    let devices: [String]
    let points: Int
    let failed: Int

    var lines: [String] {
        let unsent =
            failed > 0
            ? "; \(HealthReport.count(failed, "change")) failed; see “statectl sync outbox”" : ""
        let first =
            "\(device.visible) syncs through \(place.name.visible); "
            + "\(HealthReport.count(points, "resume point")) here now\(unsent)"
        let last = former.map {
            "\(FolderURL.path(of: $0).visible) is not needed once no device syncs through it."
        }
        return [first, others] + [last].compactMap(\.self)
    }

    private var others: String {
        guard devices.count < 2 else {
            return "Devices: \(devices.map(\.visible).joined(separator: ", "))"
        }
        let command = former == nil ? "setup" : "move"
        let same = place is SyncFolder ? ", with that device's path of the folder" : ""
        return "No other device syncs there yet: run “statectl sync \(command) \(place.operand)"
            + "\(files.options)” on each\(same)."
    }

    var json: [UInt8] {
        RawJSON.object([
            "remote": .string(place.remote), "device": .string(device),
            "devices": .array(devices.map(JSONValue.string)), "points": .int(points),
            "failed": .int(failed),
        ])
    }
}
