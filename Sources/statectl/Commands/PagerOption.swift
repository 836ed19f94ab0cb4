// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct PagerOption: ParsableArguments {
    @Flag(name: .customLong("no-pager"), help: "Do not show long output in a pager.")
    var isOff = false
}
