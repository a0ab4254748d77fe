internal import Export
internal import MediaFormats
internal import TimeStretch

extension Failure {
    /// An export that cannot be done. `options` are those that a hint may name.
    init(_ error: ExportError, options: HintedOptions = .export) {
        let cause = error.libavMessage ?? error.cause.map { "\($0)" }
        self.init(
            status: ExitStatus(error.code),
            message: error.message,
            hint: Self.hint(for: error, options),
            cause: cause == error.message ? nil : cause
        )
    }

    /// What the user can do.
    private static func hint(for error: ExportError, _ options: HintedOptions) -> String? {
        switch error.code {
        case .captureRateUnknown: "say it: --capture-rate 240"
        case .timesTooFine: "choose rounder times or rates"
        case .encoderPresetUnknown(let known):
            known.isEmpty ? nil : "choose one of \(known.joined(separator: ", "))"
        case .frameEndless:
            "\(options.trim) leaves the time between out; without --frame-rate, every frame keeps its own instant"
        case .sampleTooLong: "write mkv, or leave the time between out: \(options.trim)"
        case .notDecimatable, .nothingDisposable: "a --frame-rate in numbers chooses frames and encodes them"
        case .pitchNotPlayable(.ramp): "choose another --pitch, or --pitch mute"
        case .pitchNotPlayable(.rate(let algorithm, let rate)) where options.snaps && algorithm.snapped(rate) != rate:
            "--snap plays it at the nearest, \(algorithm.snapped(rate)), video and audio alike"
        case .pitchNotPlayable(.rate): "--pitch mute leaves the audio out, at any rate"
        case .audioNotStretchable: "choose another --pitch or another rate"
        case .videoNotCarried(let codec, let container):
            elsewhere(container.traits.defaultVideo?.rawValue) { other in
                other.traits.defaultVideo != nil && other.canCarry(codec: codec.rawValue)
            }
        case .audioNotCarried(let codec, let container):
            elsewhere(container.traits.defaultAudio?.rawValue) { other in
                let isAlike = (other.traits.defaultVideo == nil) == (container.traits.defaultVideo == nil)
                return isAlike && other.canCarry(codec: codec.traits.codecName(sourceBits: 16))
            }
        case .channelsNotCarried: "write mkv with --audio-codec flac (up to 8 channels), or mov with --audio-codec pcm"
        case .notAligned: "name an instant of each clip: --at-a 2.4s --at-b 3.1s"
        case .constantRateNeeded: "name a --frame-rate, or write mp4, mov or mkv"
        case .encodingNeeded: "without --lossless-only, these frames are encoded"
        case .damaged: "without --strict, what can be read is exported; overcrank inspect --decode lists all damage"
        case .outputDiffers:
            "overcrank inspect --decode tells whether the clip is damaged; else this is a fault of the program or of a device"
                + (options.verifies ? "; --verify none keeps the file all the same" : "")
        case .outputExists: "--force replaces it"
        case .outputIsInput: "name another file with -o"
        case .noSpace: "free space, or write elsewhere \(options.elsewhere)"
        case .inputUnreadable, .unsupported: error.libavMessage.map { "libav says: \($0)" }
        case .inputMissing, .inputNotPermitted, .nothingToExport, .nothingPlayed, .settings, .containerMismatch,
            .outputNotCreated, .outputNotPermitted, .writing, .cancelled, .fault, .encrypted, .filters:
            nil
        }
    }

    /// The codec that a container has unless another one is named, and the containers that carry the one that it does not.
    private static func elsewhere(_ usual: String?, _ carries: (Container) -> Bool) -> String? {
        let list = ListText.line(Container.allCases.filter(carries).map(\.rawValue), "or")
        let ways = [usual.map { "use \($0)" }, list.map { "write \($0)" }].compactMap(\.self)
        return ways.isEmpty ? nil : ways.joined(separator: ", or ")
    }
}

extension ExitStatus {
    /// The one place where an export's errors become exit codes.
    init(_ code: ExportError.Code) {
        self =
            switch code {
            case .inputMissing: .noInput
            case .inputNotPermitted, .outputNotPermitted: .noPermission
            case .inputUnreadable, .damaged, .nothingToExport, .captureRateUnknown, .notAligned, .frameEndless:
                .damagedInput
            case .settings, .nothingPlayed, .timesTooFine, .encoderPresetUnknown, .notDecimatable, .pitchNotPlayable,
                .audioNotStretchable, .containerMismatch, .outputIsInput, .filters:
                .usage
            case .unsupported, .sampleTooLong, .encrypted, .nothingDisposable, .videoNotCarried, .audioNotCarried,
                .channelsNotCarried, .constantRateNeeded,
                .encodingNeeded:
                .unavailable
            case .outputExists, .outputNotCreated: .cannotCreate
            case .noSpace, .writing, .outputDiffers: .inputOutput
            case .cancelled: .interrupted
            case .fault: .internalFault
            }
    }
}
