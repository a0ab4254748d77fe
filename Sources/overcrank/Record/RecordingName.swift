internal import Capture
internal import MediaTime
internal import PathNames

/// What `--output` of `record` says: a name, or how a series is named.
enum RecordingName: Hashable {
    /// Of a file, which may tell the camera.
    case file(NamePattern)
    case series(NamePattern)

    /// Reads it. Without a conversion it is a name, in which `%%` is a percent sign.
    ///
    /// - Throws: `ParseError` for a percent sign that begins no conversion.
    init(parsing text: String) throws(ParseError) {
        let pattern = try NamePattern(parsing: text)
        self = pattern.isConstant ? .file(pattern) : .series(pattern)
    }

    /// As it was given.
    var text: String {
        switch self {
        case .file(let pattern), .series(let pattern): pattern.text
        }
    }

    /// Whether files of both would have the same names, as far as the texts tell it.
    func names(sameAs other: RecordingName) -> Bool {
        func parts(_ text: String) -> [Substring] {
            (text.hasPrefix("/") ? ["/"] : []) + text.split(separator: "/").filter { $0 != "." }
        }
        return parts(text) == parts(other.text)
    }

    /// The names of one camera's files.
    func of(_ place: CameraPlace) -> RecordingName {
        switch self {
        case .file(let pattern): .file(pattern.of(place))
        case .series(let pattern): .series(pattern.of(place))
        }
    }

    /// How files are named; `nil` for one that is named by itself.
    var pattern: NamePattern? {
        switch self {
        case .file: nil
        case .series(let pattern): pattern
        }
    }

    /// How the names of stills begin; in a series, by the time at which the command begins.
    var stillPrefix: String {
        switch self {
        case .file(let pattern): pattern.path(at: 0, number: 1)
        case .series(let pattern): pattern.path(at: WallClock.now(), number: 1)
        }
    }

    /// The settings of a recording, counted from 1.
    func settings(_ number: Int) -> RecordingSettings {
        switch self {
        case .file(let pattern):
            var settings = RecordingSettings(path: FileEnding.path(pattern.path(at: 0, number: 1), copy: number))
            settings.makesFolders = pattern.tellsCamera
            return settings
        case .series(let pattern): return RecordingSettings(pattern: pattern)
        }
    }
}
