internal import Capture
internal import MediaTime

extension ExitStatus {
    /// The exit code of each kind of capture error. There is no `default`: a new code has to be given a number here.
    init(_ code: CaptureError.Code) {
        self =
            switch code {
            case .outputExists, .outputNotCreated: .cannotCreate
            case .outputNotPermitted, .notPermitted: .noPermission
            case .writing, .reading, .unplugged, .signalChanged: .inputOutput
            case .cancelled: .interrupted
            case .codec, .noDevice, .noMicrophone, .tooManyChannels, .noBandwidth, .noSignal, .unsupported, .system:
                .unavailable
            case .busy: .deviceBusy
            case .settings: .usage
            case .misuse: .internalFault
            }
    }
}

extension Failure {
    /// A capture error, with what the user of the command can do about it. `options` are those that a hint may name.
    init(_ error: CaptureError, options: HintedOptions = .export) {
        let hint: String? =
            switch error.code {
            case .outputExists: "--force replaces it"
            case _ where error.isOutOfSpace: "free space, or write elsewhere \(options.elsewhere)"
            case .noDevice: "'overcrank devices' lists the cameras; 'synthetic' is always there, for trying things out"
            case .noMicrophone:
                "--audio takes a microphone's ALSA name; 'overcrank devices' lists them, and --audio none records without one"
            case .tooManyChannels: "--audio-channel stores one of them in both channels of stereo: --audio-channel 1"
            case .noBandwidth:
                "a smaller --size, a lower --frame-rate or --format MJPG needs less; a camera at a USB port of another "
                    + "controller, with no hub between, has the bus for itself ('lsusb -t' shows who shares one)"
            case .notPermitted: "cameras are for the group 'video': sudo usermod -aG video $USER, then log in again"
            case .noSignal: "switch on what is connected; --input chooses another connector"
            case .outputNotCreated, .outputNotPermitted, .writing, .cancelled, .codec, .busy, .unsupported, .unplugged,
                .signalChanged,
                .reading, .settings, .misuse, .system:
                nil
            }
        self.init(
            status: ExitStatus(error.code),
            message: error.message,
            hint: hint,
            cause: error.cause.map { String(reflecting: $0) }
        )
    }
}

extension LockWarning {
    /// What the user of the command can do about it; `nil` where one of the causes that were found has a remedy of its own.
    func commandHint(beside causes: [RateCause] = []) -> String? {
        switch self {
        case .exposureTooLong where causes.contains { $0.name == "exposureTooLong" }: nil
        case .deliversOther where !causes.isEmpty: nil
        case .exposureTooLong(_, let frameDuration):
            "--shutter 1/\(Int((2 / frameDuration.seconds).rounded())) exposes half as long as a frame lasts; give it light"
        case .fields(.upperFirst), .fields(.lowerFirst):
            "'overcrank export --deinterlace on' makes a frame of each field, at twice the rate"
        case .deliversOther(let granted, let measured) where measured < granted.approximation:
            "more light, a shorter --shutter, a faster port or a smaller frame may help"
        case .fields, .deliversOther, .deliversOtherSize, .statesNoRate, .nothingNear, .grantedOther, .neededCycling,
            .exposureRounded,
            .controlFailed:
            nil
        }
    }
}
