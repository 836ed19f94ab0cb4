// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateStore

extension DeviceID: ExpressibleByIntegerLiteral {}
extension ItemID: ExpressibleByIntegerLiteral {}
