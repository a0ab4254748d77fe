internal import Export
internal import MediaFormats
internal import MediaTime
internal import Presets
internal import TimeStretch

/// What a `side-by-side` command line asks for. No file is read.
struct PairRequest {
    /// One of the clips.
    struct Side {
        let path: String
        let edits: ClipEdits
    }

    let first: Side
    let second: Side
    /// `nil` for an instant of each.
    let alignment: PairAlignment?
    /// Whether the way of aligning was left open.
    let isUsual: Bool
    let rate: PlaybackRate
    /// That of numbered images; `nil` where it is not given.
    let captureRate: FrameRate?
    let settings: PairSettings
    /// Whose audio the line names; `nil` where it names none.
    let namedSound: PairSettings.Sound?
    /// The algorithm that the line names; `nil` where it names none.
    let namedPitch: PitchAlgorithm?
    let container: Container

    /// Whether anything is asked for at an instant of the clips.
    var namesInstants: Bool { [first.edits, second.edits].contains { !$0.areNone || $0.anchor != nil } }

    private static let instantsHint = "name an instant of each: --at-a 2.4s --at-b 3.1s"

    /// Reads a command line.
    ///
    /// - Throws: ``Failure`` for options that contradict each other, and for an output whose ending names no container.
    init(_ options: SideBySideCommand) throws {
        let (main, edits) = (options.main, options.edits)
        let container = try OptionParsing.container(of: main.output)
        try options.video.requireOneQuality()
        self.container = container
        first = Side(
            path: options.first,
            edits: ClipEdits(trim: edits.trimA, edits: edits.editsA, anchor: main.atA, anchorHint: Self.instantsHint)
        )
        second = Side(
            path: options.second,
            edits: ClipEdits(trim: edits.trimB, edits: edits.editsB, anchor: main.atB, anchorHint: Self.instantsHint)
        )
        guard (main.atA == nil) == (main.atB == nil) else {
            throw Failure(
                status: .usage,
                message: "an instant of one clip is named, and none of the other",
                hint: Self.instantsHint
            )
        }
        if main.atA != nil, edits.align != nil {
            throw Failure(status: .usage, message: "--align and the instants of --at-a and --at-b both align the clips")
        }
        alignment = main.atA == nil ? edits.align ?? .clock : nil
        isUsual = edits.align == nil
        rate = edits.rate ?? .normal
        captureRate = options.frame.capture.captureRate
        var settings = PairSettings()
        settings.layout = options.frame.layout ?? .side
        settings.size = options.frame.size
        settings.frameRate = options.frame.frameRate
        settings.plays = options.frame.moving.plays?.times
        settings.sound = options.sound.audio ?? .first
        settings.pitch = options.audio.pitch ?? .standard
        settings.audio = options.audio.audioCodec.map { AudioEncoding(codec: $0) }
        (namedSound, namedPitch) = (options.sound.audio, options.audio.pitch)
        let video = options.video
        if video.videoCodec != nil || video.quality != nil || video.encoderPreset != nil {
            guard let codec = video.videoCodec?.codec ?? container.traits.defaultVideo else {
                throw Failure(status: .usage, message: "\(container.rawValue) carries audio only")
            }
            settings.video = VideoEncoding(
                codec: codec,
                quality: video.quality ?? video.videoCodec?.quality,
                preset: video.encoderPreset
            )
        }
        self.settings = settings
    }
}
