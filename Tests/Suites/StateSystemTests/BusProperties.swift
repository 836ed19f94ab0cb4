// SPDX-License-Identifier: Apache-2.0
import StateSystem

extension BusValue {
    /// A dictionary of names and variants, `a{sv}`, the type of property lists.
    static func properties(_ values: KeyValuePairs<String, BusValue>) -> BusValue {
        .dictionary(of: "sv", values.map { Entry(.string($0.key), .variant($0.value)) })
    }

    /// An array of strings, `as`.
    static func strings(_ values: [String]) -> BusValue {
        .array(of: "s", values.map { .string($0) })
    }
}

extension BusObject {
    /// A call that sets a property.
    func set(_ property: String, of interface: String, to value: BusValue) -> BusCall {
        BusCall(
            self,
            "org.freedesktop.DBus.Properties",
            "Set",
            .string(interface),
            .string(property),
            .variant(value)
        )
    }
}
