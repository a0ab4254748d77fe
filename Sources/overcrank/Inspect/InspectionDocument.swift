internal import Export
internal import MediaFormats
internal import MediaTime

/// `inspect --json`.
struct InspectionDocument: Encodable {
    let file: String
    let format: String
    /// `num/den` seconds.
    let duration: String
    let durationSeconds: Double
    let size: Int64?
    let truncation: TruncationItem?
    let tracks: [Track]
    let chapters: [ChapterItem]
    let metadata: [String: String]
    let findings: [FindingItem]
    let damage: [DamageDocument]
    let damageCount: Int
    let decoded: Bool

    struct TruncationItem: Encodable {
        /// `bytes` or `samples`.
        let unit: String
        let stated: UInt64
        let present: UInt64
    }

    struct Track: Encodable {
        let index: Int
        let kind: String
        let codec: String
        let profile: String?
        let language: String?
        let start: String?
        let duration: String?
        let durationSeconds: Double?
        let timescale: Int32
        let width: Int?
        let height: Int?
        let rotation: Double?
        let mirrored: Bool?
        /// `upper` or `lower`.
        let firstField: String?
        let pixelFormat: String?
        let bitDepth: Int?
        let colour: VideoFormat.Colour?
        let frameCount: Int64?
        let hiddenFrames: Int64?
        let untimedFrames: Int64?
        let frameRate: Rate?
        let captureFrameRate: Double?
        let sampleRate: Int?
        let channels: Int?
        let channelLayout: String?
        /// Why it cannot be exported, or only as a copy, in words.
        let obstacle: String?
        let metadata: [String: String]
    }

    struct Rate: Encodable {
        /// Frames a second.
        let average: Double?
        let minimum: Double?
        let maximum: Double?
        let isVariable: Bool
        /// `num/den`, where it is constant.
        let constant: String?
        let intervals: [Interval]
    }

    struct Interval: Encodable {
        /// `num/den` seconds.
        let duration: String
        let durationSeconds: Double
        let count: Int64
    }

    struct FindingItem: Encodable {
        /// Absent for the whole file.
        let track: Int?
        let kind: String
        let message: String
    }

    struct ChapterItem: Encodable {
        let start: String
        let startSeconds: Double
        let end: String
        let endSeconds: Double
        let title: String?
    }

    init(_ inspection: MediaInspection) {
        let media = inspection.media
        let captured = CaptureRateTag(media)
        file = media.path
        format = media.format
        duration = inspection.duration.fraction
        durationSeconds = inspection.duration.seconds
        size = media.size
        truncation = media.truncation.map {
            TruncationItem(unit: $0.unit.rawValue, stated: $0.stated, present: $0.present)
        }
        tracks = media.tracks.map { Track($0, inspection.timings[$0.index], captured) }
        chapters = media.chapters.map(ChapterItem.init)
        metadata = Self.dictionary(media.metadata)
        damage = inspection.damage.map(DamageDocument.init)
        damageCount = inspection.damageCount
        findings = inspection.findings.map(FindingItem.init)
        decoded = inspection.effort == .decoding
    }

    fileprivate static func dictionary(_ texts: [MetadataItem]) -> [String: String] {
        Dictionary(texts.map { ($0.key, $0.value) }) { first, _ in first }
    }
}

extension InspectionDocument.Track {
    fileprivate init(_ track: MediaTrack, _ timing: FrameTiming?, _ captured: CaptureRateTag?) {
        index = track.index
        kind = track.kind.rawValue
        codec = track.codec
        profile = track.profile
        language = track.language
        start = (timing?.first ?? track.range?.start)?.fraction
        let length = timing.flatMap(\.span) ?? track.range?.duration
        duration = length?.fraction
        durationSeconds = length?.seconds
        timescale = track.timescale
        width = track.video?.width
        height = track.video?.height
        rotation = track.video?.rotation
        mirrored = track.video?.orientation.isMirrored
        firstField = track.video?.firstField?.rawValue
        pixelFormat = track.video?.pixelFormat
        bitDepth = track.video?.bitDepth
        colour = track.video?.colour
        frameCount = timing?.count ?? track.frameCount
        hiddenFrames = timing?.hidden
        untimedFrames = timing?.untimed
        frameRate = timing.map(InspectionDocument.Rate.init)
        captureFrameRate = track.kind == .video ? captured?.rate.approximation : nil
        sampleRate = track.audio?.sampleRate
        channels = track.audio?.channels
        channelLayout = track.audio?.channelLayout
        obstacle = track.obstacle?.description
        metadata = InspectionDocument.dictionary(track.metadata)
    }
}

extension InspectionDocument.Rate {
    fileprivate init(_ timing: FrameTiming) {
        average = timing.averageRate
        minimum = timing.longest.flatMap(Self.rate)
        maximum = timing.shortest.flatMap(Self.rate)
        isVariable = timing.isVariable
        constant = timing.constantRate.map { "\($0.numerator)/\($0.denominator)" }
        intervals = timing.intervals.sorted { $0.key < $1.key }.map { interval, count in
            InspectionDocument.Interval(
                duration: interval.fraction,
                durationSeconds: interval.seconds,
                count: count
            )
        }
    }

    /// Frames a second at an interval; `nil` where two frames have the same timestamp.
    private static func rate(_ interval: RationalTime) -> Double? { interval > .zero ? 1 / interval.seconds : nil }
}

extension InspectionDocument.FindingItem {
    fileprivate init(_ finding: Finding) {
        track = finding.trackIndex
        message = finding.description
        kind =
            switch finding.kind {
            case .beginsBetweenKeyFrames: "beginsBetweenKeyFrames"
            case .hasNoKeyFrames: "noKeyFrames"
            case .lacksFrames: "missingFrames"
            case .clockBeginsAnew: "clockBeginsAnew"
            case .hasUnreadLinks: "unreadLinks"
            case .misplacesFrames: "misplacedFrames"
            case .lacksTimes: "missingTimes"
            case .assumesRate: "assumedRate"
            case .lacksImages: "missingImages"
            case .passesOver(.editRate): "editRate"
            case .passesOver(.crop): "crop"
            case .passesOver(.chapterOrder): "chapterOrder"
            case .changesFormat: "formatChange"
            case .changesCoding: "codingChange"
            case .hasOtherDuration: "otherDuration"
            }
    }
}

extension InspectionDocument.ChapterItem {
    fileprivate init(_ chapter: Chapter) {
        start = chapter.range.start.fraction
        startSeconds = chapter.range.start.seconds
        end = chapter.range.end.fraction
        endSeconds = chapter.range.end.seconds
        title = chapter.title
    }
}
