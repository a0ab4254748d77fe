internal import Studio
internal import TimeStretch

/// The session, for the page.
struct SessionDocument: Encodable {
    let clips: [ClipDocument]
    let folders: [String]
    let outputFolder: String
    let algorithms: [Algorithm]
    let presets: [Preset]
    let recovered: [RecoveredEdit]
    let exports: [ExportDocument]

    struct Preset: Encodable {
        let name, title: String
        let own: Bool

        init(_ entry: PresetShelf.Entry) { (name, title, own) = (entry.name, entry.title, entry.isOwn) }
    }

    struct Algorithm: Encodable {
        let name, title, abstract: String
    }

    init(_ session: StudioSession) {
        clips = session.library.clips.map(ClipDocument.init)
        folders = session.library.places.folders
        outputFolder = session.outputFolder
        algorithms = PitchAlgorithm.allCases.map {
            Algorithm(name: $0.rawValue, title: $0.rawValue, abstract: $0.abilities.purpose)
        }
        presets = session.presets.entries.map(Preset.init)
        recovered = session.recovered
        exports = session.exports.jobs.map(ExportDocument.init)
    }
}

/// A folder, for the page.
struct FolderDocument: Encodable {
    let path: String
    let entries: [Entry]

    struct Entry: Encodable {
        let name, path, kind: String
        let bytes: Int64
    }

    init(_ path: String, _ entries: [ReadablePlaces.Entry]) {
        self.path = path
        self.entries = entries.map {
            Entry(name: $0.name, path: $0.path, kind: $0.kind.rawValue, bytes: $0.bytes)
        }
    }
}
