internal import FFmpeg

/// What samples mean.
extension ColourDescription {
    var isHighRange: Bool { Self.isHighRange(transfer: transfer) }

    /// The same with what is not stated as players take it: colours of high definition from 720 lines on, or where the matrix is theirs, and
    /// those of screens where samples are red, green and blue, or coded as JPEG has them (JFIF).
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
        colour.primaries = primaries ?? colour.primariesOfMatrix ?? usual
        colour.transfer = transfer ?? "bt709"
        return colour
    }

    /// The primaries that go with a matrix; `nil` where it leaves them open.
    private var primariesOfMatrix: String? {
        switch matrix {
        case "bt709", "gbr": "bt709"
        case "smpte170m", "bt470bg": range == "pc" ? "bt709" : nil
        default: matrix?.hasPrefix("bt2020") == true ? "bt2020" : nil
        }
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
                colour.shownTransfer,
            ]
        }
        return kinds(self) == kinds(other)
    }

    /// Names of H.273 for the same numbers.
    private static let matrixKinds = ["bt470bg": "smpte170m"]
    private static let primariesKinds = ["smpte240m": "smpte170m"]
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
