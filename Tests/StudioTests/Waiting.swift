import Glibc
import Pipeline
import Studio
import TestSupport
import Testing

/// Whether a file is there.
func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

/// Runs a line in a shell, and gives its status.
func shell(_ line: String) -> Int32 { unsafe system(line) }

/// The pictures that a viewer got.
final class Album: Sendable {
    private let pictures = Monitor<[Picture]>([])

    func add(_ picture: Picture) { pictures.withLock { $0.append(picture) } }

    var all: [Picture] { pictures.withQuietLock { $0 } }

    /// Waits for a picture.
    func first(where isWanted: @escaping (Picture) -> Bool) throws -> Picture {
        try #require(pictures.wait(milliseconds: 1000 * Patience.seconds) { $0.first(where: isWanted) })
    }
}
