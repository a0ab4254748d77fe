internal import ArgumentParser
internal import Capture
internal import MediaTime

/// `overcrank probe`.
struct ProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Show what a camera can do, lock its highest rate, and measure it.",
        discussion: """
            The format that meets the wishes is set at the camera and about a second is streamed: asked for, granted \
            and delivered are three things. The highest rate wins, then most pixels, then the format that loses least.

            EXAMPLES
              overcrank probe
              overcrank probe /dev/video2 --min-size 640x480 --shutter 1/500
              overcrank probe synthetic --fps 240 --json
            """
    )

    @Argument(help: "A path, an id or a number of `overcrank devices`; the first camera unless given.")
    var device: String?

    @OptionGroup(title: "Wishes") var wishes: WishOptions

    @OptionGroup(title: "Locking") var locking: LockOptions

    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.reporting {
            let camera = try Prober().open(device, converting: locking.convert)
            var request = locking.request
            request.wishes = wishes.wishes
            let sizes = [request.wishes.size, request.wishes.minimumSize].compactMap(\.self)
            let formats = try camera.formats(including: sizes)
            let probe: Probe
            if locking.measure {
                let lock = try camera.lock(request)
                probe = Probe(camera: camera.info, formats: formats, outcome: .locked(lock.report))
            } else {
                let choice = try FormatSelection(from: formats, wishes: request.wishes)
                probe = Probe(camera: camera.info, formats: formats, outcome: .chosen(choice))
            }
            if common.json {
                Terminal.write(try JSON.text(ProbeDocument(probe)))
            } else {
                ProbeTable(probe).lines.forEach { Terminal.write($0) }
            }
            try complain(probe.outcome)
        }
    }

    /// What is not as it should be, for people; and the end where it was said that it must be.
    private func complain(_ outcome: Probe.Outcome) throws {
        for warning in outcome.report?.warnings ?? [] {
            common.say("warning: \(warning)")
            if let hint = warning.hint { common.say("hint: \(hint)") }
        }
        guard locking.requireHighFrameRate, !outcome.isHighFrameRate else { return }
        throw Failure(
            status: .unavailable,
            message: "the camera delivers no more than \(Int(LockReport.ordinaryRate)) fps with these settings",
            hint: "overcrank probe without wishes shows its highest rate"
        )
    }
}

/// What was found out about a camera.
struct Probe {
    let camera: CaptureDeviceInfo
    let formats: [CaptureFormat]
    let outcome: Outcome

    enum Outcome {
        /// What would be locked.
        case chosen(FormatSelection)
        case locked(LockReport)

        var report: LockReport? {
            switch self {
            case .chosen: nil
            case .locked(let report): report
            }
        }

        var mode: CaptureMode {
            switch self {
            case .chosen(let choice): choice.mode
            case .locked(let report): report.requested
            }
        }

        var reason: String {
            switch self {
            case .chosen(let choice): choice.reason
            case .locked(let report): report.reason
            }
        }

        var isHighFrameRate: Bool {
            switch self {
            case .chosen(let choice): choice.mode.isHighFrameRate
            case .locked(let report): report.isHighFrameRate
            }
        }
    }
}

/// What is wanted of a camera's format.
struct WishOptions: ParsableArguments {
    @Option(help: ArgumentHelp("This size and no other: 640x480.", valueName: "size"), transform: Read.size)
    var size: PictureSize?

    @Option(help: ArgumentHelp("No smaller than this: 640x480.", valueName: "size"), transform: Read.size)
    var minSize: PictureSize?

    @Option(
        name: [.customLong("fps"), .customLong("frame-rate")],
        help: ArgumentHelp("The rate to come near to: 120, 59.94. The highest unless given.", valueName: "rate"),
        transform: Read.cameraRate
    )
    var fps: FrameRate?

    @Option(help: ArgumentHelp("How pictures are coded: MJPG, YUYV.", valueName: "code"), transform: Read.format)
    var format: FourCharacterCode?

    var wishes: FormatWishes {
        var wishes = FormatWishes()
        wishes.size = size
        wishes.minimumSize = minSize
        wishes.frameRate = fps
        wishes.format = format
        return wishes
    }
}

/// How a camera is locked.
struct LockOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How long each picture is exposed: 1/500, 2ms. Up to the camera unless given.",
            valueName: "time"
        ),
        transform: Read.shutter
    )
    var shutter: RationalTime?

    @Option(help: ArgumentHelp("The number of the camera's input.", valueName: "number"))
    var input: Int32?

    @Flag(inversion: .prefixedNo, help: "Set the camera and stream for a second; without, nothing is changed at it.")
    var measure = true

    @Flag(help: "Put everything back as it was afterwards.")
    var restore = false

    @Flag(help: "Fail where the rate is not above 30 fps.")
    var requireHighFrameRate = false

    @Flag(help: "Offer formats, too, that libv4l2 converts from the camera's own.")
    var convert = false

    var request: LockRequest {
        var request = LockRequest()
        request.input = input
        request.shutter = shutter
        request.restores = restore
        return request
    }
}
