internal import MediaSyntax

/// That the frames of a track change their size, the shape of their pixels, or how samples are kept, on the way.
public struct FormatChange: Hashable, Sendable, CustomStringConvertible {
    /// The formats in their order, two at least.
    private let formats: [PictureFormat]

    /// `nil` where all frames are in one format.
    init?(_ formats: [PictureFormat]) {
        guard formats.count > 1 else { return nil }
        self.formats = formats
    }

    /// Whether they are of several sizes, or their pixels of several shapes.
    var isOfSize: Bool {
        formats.contains {
            $0.width != formats[0].width || $0.height != formats[0].height || $0.pixel != formats[0].pixel
        }
    }

    /// Whether what is seen gets another shape, so that there are bars beside it where all frames become as large as the first.
    var isOfShape: Bool {
        formats.contains { $0.shape.across * formats[0].shape.down != $0.shape.down * formats[0].shape.across }
    }

    /// The formats in words: `448x240, then 640x480 of pixels 7:5`. How samples are kept is said where that changes.
    public var description: String {
        let keepsChroma = Set(formats.map(\.chromaFormat)).count == 1
        let keepsDepth = Set(formats.map(\.bitDepth)).count == 1
        return formats.map { format in
            let pixel = format.pixel.map { " of pixels \($0.width):\($0.height)" } ?? ""
            let chroma = keepsChroma ? nil : format.chromaFormat.flatMap(Self.chroma)
            let depth = keepsDepth ? nil : format.bitDepth.map { "\($0) bits" }
            let samples = [chroma, depth].compactMap { $0.map { " in \($0)" } }.joined()
            return "\(format.width)x\(format.height)\(pixel)\(samples)"
        }.joined(separator: ", then ")
    }

    private static func chroma(_ format: UInt32) -> String? {
        switch format {
        case 0: "grey"
        case 1: "4:2:0"
        case 2: "4:2:2"
        case 3: "4:4:4"
        default: nil
        }
    }
}

extension PictureFormat {
    /// Width to height of what is seen.
    fileprivate var shape: (across: Int128, down: Int128) {
        (Int128(width) * Int128(pixel?.width ?? 1), Int128(height) * Int128(pixel?.height ?? 1))
    }
}
