// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The costs by the number of devices as a picture: three curves on logarithmic axes.
struct DevicePlot {
    private let rows: [DeviceLoad.Row]
    private static let (left, top, width, height) = (70.0, 40.0, 520.0, 300.0)

    /// Creates the plot of some rows.
    init(_ rows: [DeviceLoad.Row]) {
        self.rows = rows
    }

    private struct Curve: Sendable {
        var name: String
        var colour: String
        var value: @Sendable (DeviceLoad.Row) -> Double
    }

    private static let curves = [
        Curve(name: "server memory, MiB", colour: "#2f7d5b") { $0.memory },
        Curve(name: "disk, MiB", colour: "#9a6324") { $0.disk },
        Curve(name: "news p99, ms", colour: "#4363d8") { percentile($0.delays, 0.99) },
        Curve(name: "server CPU for a change, ms", colour: "#c0392b") { $0.processorPerChange },
    ]

    /// The picture.
    var svg: String {
        let values = rows.flatMap { row in Self.curves.map { $0.value(row) } }.filter { $0 > 0 }
        let low = Self.power(below: values.min() ?? 1)
        let high = Self.power(above: values.max() ?? 10)
        let first = Self.power(below: Double(rows.first?.devices ?? 1))
        let last = Self.power(above: Double(rows.last?.devices ?? 10))
        func x(_ value: Double) -> Double {
            Self.left + Self.width * Self.place(value, first, last)
        }
        func y(_ value: Double) -> Double {
            Self.top + Self.height * (1 - Self.place(value, low, high))
        }
        var body = ""
        for power in stride(from: first, through: last, by: 1) {
            body += Self.line(
                x(Self.ten(power)),
                Self.top,
                x(Self.ten(power)),
                Self.top + Self.height
            )
            body += Self.text(
                Self.name(power),
                x(Self.ten(power)) - 10,
                Self.top + Self.height + 18
            )
        }
        for power in stride(from: low, through: high, by: 1) {
            body += Self.line(
                Self.left,
                y(Self.ten(power)),
                Self.left + Self.width,
                y(Self.ten(power))
            )
            body += Self.text(Self.name(power), 20, y(Self.ten(power)) + 4)
        }
        for (place, curve) in Self.curves.enumerated() {
            let points = rows.map { "\(fixed(x(Double($0.devices)))),\(fixed(y(curve.value($0))))" }
            body +=
                "<polyline fill=\"none\" stroke=\"\(curve.colour)\" stroke-width=\"2\" "
                + "points=\"\(points.joined(separator: " "))\"/>\n"
            let line = Self.top + 16 + 18 * Double(place)
            body +=
                "<rect x=\"610\" y=\"\(fixed(line - 9))\" width=\"14\" height=\"4\" "
                + "fill=\"\(curve.colour)\"/>\n" + Self.text(curve.name, 630, line)
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="820" height="390" \
            font-family="sans-serif" font-size="12">
            <rect width="100%" height="100%" fill="white"/>
            \(Self.text("What NATS servers pay for so many devices", Self.left, 24))\(body)\
            \(Self.text("devices", Self.left + Self.width / 2, 380))</svg>

            """
    }

    private static func ten(_ power: Int) -> Double { pow(10, Double(power)) }

    private static func power(below value: Double) -> Int { Int(log10(value).rounded(.down)) }

    private static func power(above value: Double) -> Int { Int(log10(value).rounded(.up)) }

    /// Returns the place of a value between two powers of ten, from 0 to 1.
    private static func place(_ value: Double, _ low: Int, _ high: Int) -> Double {
        (log10(max(value, ten(low))) - Double(low)) / Double(max(1, high - low))
    }

    private static func name(_ power: Int) -> String {
        power < 0 ? fixed(ten(power), min(2, -power)) : "\(Int(ten(power)))"
    }

    private static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
        "<line x1=\"\(fixed(x1))\" y1=\"\(fixed(y1))\" x2=\"\(fixed(x2))\" y2=\"\(fixed(y2))\" "
            + "stroke=\"#d5dae0\"/>\n"
    }

    private static func text(_ text: String, _ x: Double, _ y: Double) -> String {
        "<text x=\"\(fixed(x))\" y=\"\(fixed(y))\">\(text)</text>\n"
    }
}
