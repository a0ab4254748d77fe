internal import FFmpeg

/// What samples mean.
extension ColourDescription {
    var isHighRange: Bool { Self.isHighRange(transfer: transfer) }

    /// The same with what is not stated as players take it: colours of high definition from 720 lines on, and those of screens where
    /// samples are red, green and blue.
    ///
    /// - Parameters:
    ///   - format: Of the samples.
    ///   - lines: The height of frames.
    /// - Returns: Colours of which all is stated, but for where chroma lies.
    func completed(in format: PixelFormat?, lines: Int) -> ColourDescription {
        var colour = self
        let isRGB = format?.inPlanes?.planes?.family == .rgb
        let usual = VideoFormat.Colour.assumed(lines: lines)
        colour.range = isRGB ? "pc" : format?.range(stated: range) ?? range ?? "tv"
        colour.matrix = isRGB ? "gbr" : matrix ?? usual
        let isWide = colour.matrix?.hasPrefix("bt2020") ?? false
        colour.primaries = primaries ?? (isWide ? "bt2020" : isRGB ? "bt709" : usual)
        colour.transfer = transfer ?? "bt709"
        return colour
    }

    /// The same colours in samples of a format: where that is not RGB, by a matrix.
    func coded(as format: PixelFormat, lines: Int) -> ColourDescription {
        var colour = self
        if format.planes?.family == .yuv, matrix == "gbr" {
            (colour.matrix, colour.range) = (VideoFormat.Colour.assumed(lines: lines), "tv")
        }
        if format.planes?.family == .rgb, matrix != "gbr" {
            (colour.matrix, colour.range, colour.chromaLocation) = ("gbr", "pc", nil)
        }
        return colour
    }

    /// Whether the same samples show the same colours by both. Both are complete.
    func means(_ other: ColourDescription) -> Bool {
        func kinds(_ colour: ColourDescription) -> [String?] {
            [
                colour.range, Self.matrixKinds[colour.matrix ?? ""] ?? colour.matrix,
                Self.primariesKinds[colour.primaries ?? ""] ?? colour.primaries,
                Self.transferKinds[colour.transfer ?? ""] ?? colour.transfer,
            ]
        }
        return kinds(self) == kinds(other)
    }

    /// Names of H.273 for the same numbers.
    private static let matrixKinds = ["bt470bg": "smpte170m"]
    private static let primariesKinds = ["smpte240m": "smpte170m"]
    /// Curves of cameras that displays show by the same one, and that of screens, which they do not tell from these.
    private static let transferKinds = [
        "smpte170m": "bt709", "bt2020-10": "bt709", "bt2020-12": "bt709", "iec61966-2-1": "bt709", "bt470bg": "bt709",
        "gamma22": "bt709", "gamma28": "bt709", "bt470m": "bt709", "smpte240m": "bt709",
    ]
}

extension PixelFormat {
    /// The range of samples of this format, where one is stated for them or goes without saying. Grey that nothing is said of has full range,
    /// as images and cameras have it; so do those formats of luma and chroma whose names in libav say so, whatever else is said.
    func range(stated: String?) -> String? {
        if name.hasPrefix("yuvj") { return "pc" }
        return inPlanes?.planes?.family == .grey ? stated ?? "pc" : stated
    }
}

extension CodecParameters {
    /// The colours with what is not stated as players take it.
    var completeColour: ColourDescription { colour.completed(in: pixelFormat, lines: height) }
}

extension VideoFormat {
    /// The colours with what is not stated as players take it.
    var completeColour: ColourDescription {
        var stated = ColourDescription()
        (stated.range, stated.primaries) = (colour.range, colour.primaries)
        (stated.transfer, stated.matrix) = (colour.transfer, colour.matrix)
        return stated.completed(in: PixelFormat(named: pixelFormat), lines: height)
    }
}
