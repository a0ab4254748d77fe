internal import Files
internal import PathNames

/// How the files of a recording are named, where that is not by their time: `clip.mp4`, or `clip-001.mp4`, `clip-002.mp4` and on.
///
/// Before the recording begins a name that is taken is an error. What is being recorded never ends for a name: it gets
/// another one.
struct RecordingNames {
    private let path: String
    private let isNumbered: Bool
    private let overwrites: Bool
    private let makesFolders: Bool
    /// Whether names that are taken are passed over.
    private var passesOver: Bool
    /// Of the next file, from 1.
    private var number = 1

    init(_ settings: RecordingSettings) {
        path = settings.path
        isNumbered = settings.isNumbered
        overwrites = settings.overwrites
        makesFolders = settings.makesFolders
        passesOver = settings.continues
    }

    /// The name of the next file, as far as it is not taken.
    var next: String { name(number) }

    private func name(_ number: Int) -> String {
        isNumbered ? RecordingSettings.path(path, ofFile: number) : FileEnding.path(path, copy: number)
    }

    /// Checks that no file has one of the names. Of the next one ``create()`` finds that out.
    func check() throws(OutputFileError) {
        guard isNumbered, !overwrites, !passesOver else { return }
        for entry in DirectoryEntries.names(in: ParentDirectory.of(path)) {
            guard let other = path(of: entry), other != next, let found = FileAttributes(other) else { continue }
            // An empty file is no obstacle: a program that was killed at its beginning left it.
            guard found.isFile, found.size == 0 else { throw OutputFileError(.exists, "\(other) exists already") }
        }
    }

    /// The path of a file in the recording's folder that has one of its names; `nil` for any other.
    private func path(of entry: String) -> String? {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
        let (other, stem, ending) = (String(folder + entry), path[..<dot] + "-", path[dot...])
        guard other.hasPrefix(stem), other.hasSuffix(ending) else { return nil }
        let number = Int(other.dropFirst(stem.count).dropLast(ending.count))
        guard let number, number > 0, name(number) == other else { return nil }
        return other
    }

    /// Creates the next file, which is empty.
    mutating func create() throws(OutputFileError) -> GrowingFile {
        if makesFolders { try ParentDirectory.make(for: path) }
        while true {
            let path = next
            do throws(OutputFileError) {
                let file = try GrowingFile.create(
                    path: path,
                    overwrites: overwrites,
                    isBarren: MovieFinisher.findsNothing
                )
                number += 1
                return file
            } catch {
                guard passesOver, error.code == .exists || FileAttributes.isThere(path) else {
                    throw error
                }
                number += 1
            }
        }
    }

    /// From now on names that are taken are passed over.
    mutating func begin() { passesOver = true }
}
