// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct Queue: ParsableCommand {
    static let configuration = CommandConfiguration(
        "queue",
        "Show and change what a player plays next.",
        about: "A change reaches every surface of the player immediately, and survives restarts.",
        examples: ["statectl queue add mpv film.mkv --next"],
        subcommands: [
            ShowQueue.self, SetQueue.self, AddToQueue.self, RemoveFromQueue.self, MoveInQueue.self,
            ClearQueue.self, SaveQueue.self, LoadQueue.self, PlayNow.self, SkipItem.self,
        ],
        usual: ShowQueue.self
    )
}
