internal import FFmpeg
internal import Video4Linux

extension ColourDescription {
    /// What a driver says, in the words of ITU-T H.273. What it does not say, and what these have no words for, is not stated.
    ///
    /// JPEG has a matrix and a range of its own (ITU-T T.871), whatever the driver says. Grey has no matrix, and full range unless the
    /// driver says otherwise by itself: the kernel's usual one is that of luma beside chroma.
    ///
    /// - Parameters:
    ///   - said: what the driver says.
    ///   - format: of the frames.
    init(_ said: FrameColours, of format: CameraFormat) {
        let pixelFormat = PixelFormat(named: format.pixelFormat)
        let isRGB = pixelFormat?.isOfRedGreenBlue ?? false
        let colours = said.completed(isRGB: isRGB)
        self.init()
        primaries = colours.space.flatMap { Self.knownPrimaries[$0] }
        transfer = colours.transfer.flatMap { Self.knownTransfers[$0] }
        matrix = colours.encoding.flatMap { Self.knownMatrices[$0] }
        range = colours.quantization.map { $0 == FrameColours.Quantization.full ? "pc" : "tv" }
        if format.codec == "mjpeg" {
            (matrix, range) = ("smpte170m", "pc")
        } else if isRGB {
            matrix = "gbr"
        } else if pixelFormat?.isGrey == true {
            (matrix, range) = (nil, said.quantization == .limited ? "tv" : "pc")
        }
    }

    /// opRGB (Adobe RGB) has no number in H.273.
    private static let knownPrimaries: [FrameColours.Space: String] = [
        .smpte170m: "smpte170m", .smpte240m: "smpte240m", .rec709: "bt709", .system470M: "bt470m",
        .system470BG: "bt470bg",
        .jpeg: "bt709", .srgb: "bt709", .bt2020: "bt2020", .dciP3: "smpte431",
    ]

    private static let knownTransfers: [FrameColours.Transfer: String] = [
        .rec709: "bt709", .srgb: "iec61966-2-1", .smpte240m: "smpte240m", .linear: "linear", .dciP3: "smpte428",
        .smpte2084: "smpte2084",
    ]

    private static let knownMatrices: [FrameColours.Encoding: String] = [
        .rec601: "smpte170m", .extended601: "smpte170m", .sycc: "smpte170m", .rec709: "bt709", .extended709: "bt709",
        .bt2020: "bt2020nc", .bt2020ConstantLuminance: "bt2020c", .smpte240m: "smpte240m",
    ]
}
