// SPDX-License-Identifier: Apache-2.0
package import Varlink

extension Interface {
    /// The method of that name; nil if the interface has none.
    package func method(_ name: String) -> Method? { methods.first { $0.name == name } }

    /// The error of that name; nil if the interface has none.
    package func error(_ name: String) -> NamedError? { errors.first { $0.name == name } }
}
