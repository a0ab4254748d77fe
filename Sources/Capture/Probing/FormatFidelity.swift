/// How much of the frame a format keeps on its way from the sensor; more is greater.
///
/// A format that cannot be recorded comes last. Then encoding loses most. Then colour counts, then its resolution, then the
/// depth of a sample. A Bayer mosaic is better than grey, and worse than colour: it is still to be developed.
struct FormatFidelity: Hashable, Comparable {
    private enum Coding: Int { case acrossFrames, withinFrames, none }
    private enum Colour: Int { case unknown, none, mosaic, quarter, half, full }

    /// Whether it can be recorded at all.
    let isRecordable: Bool
    private let coding: Coding
    private let colour: Colour
    private let depth: Int

    /// A format by its code, and where that is unknown by the driver's flag.
    init(_ format: CaptureFormat) {
        let name = format.code.description
        isRecordable = CameraFormat(format.code) != nil
        if format.isCompressed {
            coding = Self.withinFrames.contains(name) ? .withinFrames : .acrossFrames
        } else {
            coding = .none
        }
        (colour, depth) = Self.samples[name] ?? (.unknown, 8)
    }

    private var ranks: [Int] { [isRecordable ? 1 : 0, coding.rawValue, colour.rawValue, depth] }

    static func < (a: FormatFidelity, b: FormatFidelity) -> Bool {
        a.ranks.lexicographicallyPrecedes(b.ranks)
    }

    private static let withinFrames: Set<String> = ["MJPG", "JPEG", "PJPG", "dvsd"]

    /// After the kernel's "Image Formats".
    private static let samples: [String: (Colour, Int)] = {
        let groups: [(Colour, Int, [String])] = [
            (.mosaic, 8, ["BA81", "GBRG", "GRBG", "RGGB"]),
            (.mosaic, 10, ["BG10", "GB10", "BA10", "RG10", "pBAA", "pGAA", "pgAA", "pRAA"]),
            (.mosaic, 12, ["BG12", "GB12", "BA12", "RG12", "pBCC", "pGCC", "pgCC", "pRCC"]),
            (.mosaic, 14, ["BG14", "GB14", "GR14", "RG14"]),
            (.mosaic, 16, ["BYR2", "GB16", "GR16", "RG16"]),
            (
                .full, 8,
                [
                    "RGB3", "BGR3", "RGB4", "BGR4", "XR24", "BX24", "XB24", "RX24", "AR24", "AB24", "RA24", "BA24",
                    "YUV3", "YUV4", "AYUV", "VUYA", "444P", "NV24", "NV42",
                ]
            ),
            (.full, 6, ["RGBP", "RGBR"]),
            (.half, 8, ["YUYV", "YVYU", "UYVY", "VYUY", "422P", "NV16", "NV61", "NM16", "NM61", "YM16", "YM61"]),
            (.quarter, 8, ["YU12", "YV12", "NV12", "NV21", "NM12", "NM21", "YM12", "YM21"]),
            (.none, 8, ["GREY"]),
            (.none, 10, ["Y10", "Y10P", "Y10B"]),
            (.none, 12, ["Y12", "Y12P"]),
            (.none, 16, ["Y16", "Z16"]),
        ]
        return Dictionary(
            groups.flatMap { colour, depth, names in names.map { ($0, (colour, depth)) } },
            uniquingKeysWith: { first, _ in first }
        )
    }()
}
