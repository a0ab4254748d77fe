internal import Export
internal import MediaFormats
internal import MediaTime

/// `export --json`.
struct ExportDocument: Encodable {
    let output: String
    let plan: Plan
    let wallSeconds: Double?
    /// `none`, `index` or `decode`.
    let verified: String?
    let damage: [DamageDocument]?
    /// What steadying has cost; absent where frames are not steadied.
    let steadied: Steadied?
    /// Audio beyond full scale; absent where there is none.
    let clipping: Clipping?

    struct Clipping: Encodable {
        let samples: Int64
        /// Of all samples, from 0 to 1.
        let share: Double
        /// Full scale is 1.
        let peak: Double
    }

    struct Steadied: Encodable {
        /// Of width and height, from 0 to 1.
        let croppedShare: Double
        let largestShiftPixels: Double
        let limitedFrames: Int
    }

    struct Plan: Encodable {
        /// `num/den` seconds.
        let duration: String
        let durationSeconds: Double
        /// `num/den`; absent for passthrough.
        let frameRate: String?
        /// How often players show a moving image, 0 for again and again; absent where it is none.
        let plays: Int?
        let frames: Int64?
        let hiddenFrames: Int64?
        let copiedFrames: Int64?
        let encodedFrames: Int64?
        let repeatedFrames: Int64?
        let droppedFrames: Int64?
        let synthesisedFrames: Int64
        /// Absent before the export, and where no frames are made.
        let framesHeldAtCuts: Int64?
        /// `copy`, `encode` or `both`; absent where there are no frames.
        let videoMode: String?
        let reason: String?
        let tracks: [Track]
        let warnings: [String]
    }

    struct Track: Encodable {
        let index: Int
        let kind: String
        let codec: String
        /// `copy`, `encode` or `omit`.
        let action: String
        let reason: String
        /// Source seconds a target second, `num/den`; absent where it changes on the way.
        let rate: String?
        let start: String?
        let end: String?
        /// The time map, in target order.
        let segments: [SegmentDocument]
        /// From 0 to 1; absent where not both are done, copying and encoding.
        let copiedShare: Double?
        /// What is copied and what is encoded, in target order; absent where not both are done.
        let stretches: [Stretch]?
    }

    struct Stretch: Encodable {
        /// `copy` or `encode`.
        let action: String
        let reason: String
        let start: String?
        let end: String?
        /// Absent where they are copied.
        let frames: Int64?
        /// On the codec's scale; absent where frames are copied.
        let quality: Int?
    }

    /// `copied` is what a dry run has counted.
    init(
        _ plan: ExportPlan,
        output: String,
        copied: PresentedFrames? = nil,
        report: ExportReport? = nil,
        wall: Duration? = nil,
        verified: Verification? = nil
    ) {
        self.verified = verified?.rawValue
        self.output = output
        self.plan = Plan(
            plan,
            report?.frames ?? copied,
            isDone: report != nil,
            made: report?.made,
            late: [report?.moved.warning, report?.unlike.warning].compactMap(\.self),
            duration: report?.duration ?? plan.presentedDuration(with: copied)
        )
        wallSeconds = wall.map { Double($0.components.seconds) + Double($0.components.attoseconds) * 1e-18 }
        steadied = report?.steadied.map {
            Steadied(croppedShare: $0.cropped, largestShiftPixels: $0.largest, limitedFrames: $0.limited)
        }
        clipping = report?.clipping.map { Clipping(samples: $0.samples, share: $0.share, peak: $0.peak) }
        damage = report.map { $0.damage.map(DamageDocument.init) }
    }
}

extension ExportDocument.Plan {
    fileprivate init(
        _ plan: ExportPlan,
        _ presented: PresentedFrames?,
        isDone: Bool,
        made: MadeFrames?,
        late: [String],
        duration: RationalTime
    ) {
        let frames = presented?.shown ?? plan.counts?.frames ?? plan.video.flatMap(\.wholeFrameCount)
        // What is counted of copies beforehand is none that is shown again.
        let counted = isDone ? nil : plan.counts
        let isCopied = plan.video?.treatment.isCopy
        let stitching = plan.video?.stitching
        self.duration = duration.fraction
        durationSeconds = duration.seconds
        hiddenFrames = isCopied == true ? presented?.hidden : nil
        frameRate = plan.constantFrameRate.map { "\($0.numerator)/\($0.denominator)" }
        plays = plan.container.traits.movingImage == nil ? nil : plan.plays ?? 0
        self.frames = plan.video == nil ? nil : frames
        let encoded = stitching == nil ? (isCopied == true ? 0 : frames) : presented?.encoded
        encodedFrames = isCopied.flatMap { _ in encoded }
        copiedFrames = isCopied.flatMap { isCopied in
            // How many are encoded need not be known where all are.
            isCopied || stitching != nil ? frames.flatMap { frames in encoded.map { frames - $0 } } : 0
        }
        repeatedFrames = counted?.repeated ?? presented?.repeated
        droppedFrames = counted?.dropped ?? presented?.passedOver
        synthesisedFrames = isCopied == false ? made?.made ?? plan.counts?.made ?? 0 : 0
        framesHeldAtCuts = made?.heldAtCuts
        videoMode = isCopied.map { $0 ? "copy" : stitching.map { $0.encodes ? "both" : "copy" } ?? "encode" }
        reason = plan.video?.reason
        tracks = plan.tracks.map(ExportDocument.Track.init)
        warnings = plan.warnings + [presented?.leadInWarning].compactMap(\.self) + late
    }
}

extension ExportDocument.Track {
    fileprivate init(_ track: TrackPlan) {
        index = track.source.index
        kind = track.source.kind.rawValue
        codec = track.source.codec
        action = track.treatment.verb
        reason = track.reason
        rate = track.constantRate.map { "\($0.numerator)/\($0.denominator)" }
        start = track.segments.first?.target.start.fraction
        end = track.segments.last?.target.end.fraction
        segments = track.shownParts.flatMap { part in part.segments.map { SegmentDocument($0, ofInput: part.input) } }
        let stitching = track.stitching.flatMap { $0.encodes ? $0 : nil }
        copiedShare = stitching?.copiedShare
        stretches = stitching.map { stitching in
            stitching.stretches.map { ExportDocument.Stretch($0, quality: stitching.encoding.quality) }
        }
    }
}

extension ExportDocument.Stretch {
    fileprivate init(_ stretch: Stretch, quality: Int?) {
        action = stretch.action.rawValue
        reason = stretch.reason
        start = stretch.target?.start.fraction
        end = stretch.target?.end.fraction
        frames = stretch.frames
        self.quality = stretch.action == .encode ? quality : nil
    }
}

extension TrackPlan.Treatment {
    var isCopy: Bool { if case .copy = self { true } else { false } }

    /// In one word.
    var verb: String {
        switch self {
        case .copy, .attach: "copy"
        case .rewriteText, .encodeVideo, .encodeAudio: "encode"
        case .stitch(let stitching, _): stitching.encodes ? "both" : "copy"
        case .leaveOut: "omit"
        }
    }
}

extension ExportPlan {
    var constantFrameRate: FrameRate? {
        if case .constantFrameRate(let rate) = timing, video != nil { rate } else { nil }
    }
}
