internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// The clips that this run of tests has written. Tests want the same ones again and again, and to draw and encode them takes
/// longer than most of what is tested.
enum WrittenClips {
    /// A clip, which is made by whoever wants it first.
    private final class Place: Sendable {
        private let path: String
        private let isMade = Mutex(false)

        init(_ path: String) { self.path = path }

        func path(making clip: Clip) throws -> String {
            try isMade.withLock { isMade in
                if !isMade { try clip.make(as: path) }
                isMade = true
            }
            return path
        }
    }

    private static let places = Mutex<[Clip: Place]>([:])

    /// It is removed when the tests end.
    private static let folder: Result<ScratchDirectory, any Error> = Result {
        let folder = try ScratchDirectory()
        atexit { _ = try? FileManager.default.removeItem(atPath: WrittenClips.folder.get().path) }
        return folder
    }

    /// Writes a clip, which replaces what is there.
    static func copy(_ clip: Clip, to path: String) throws {
        // Ogg has a random number for each stream, by which links of a chain are told apart.
        if ["ogg", "opus"].contains(clip.container) { return try clip.make(as: path) }
        let folder = try folder.get()
        let place = places.withLock { places in
            if let place = places[clip] { return place }
            let place = Place(folder.file("\(places.count).\(clip.container)"))
            places[clip] = place
            return place
        }
        let made = try place.path(making: clip)
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: made, toPath: path)
    }
}
