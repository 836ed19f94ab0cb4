// SPDX-License-Identifier: Apache-2.0
package import Varlink

extension ServerConnection {
    package mutating func receive(_ bytes: some Sequence<UInt8>) {
        Array(bytes).withUnsafeBytes { receive($0) }
    }
}
