internal import FFmpeg

/// What is known of colours.
extension VideoFormat.Colour {
    /// Whether the transfer function is one of high dynamic range: PQ (SMPTE ST 2084) or HLG (ARIB STD-B67).
    public var isHighRange: Bool { ColourDescription.isHighRange(transfer: transfer) }

    /// What people call the transfer function, where it is one of high dynamic range.
    var highRangeName: String { transfer == "smpte2084" ? "PQ" : "HLG" }

    /// Whether samples in a pixel format are said to be coded as BT.709 in limited range.
    func isBT709(_ pixelFormat: String) -> Bool {
        range != "pc" && !pixelFormat.hasPrefix("yuvj") && [matrix, primaries, transfer].allSatisfy { $0 == "bt709" }
    }

    /// The matrix of unlabelled video: that of high definition from 720 lines on.
    static func assumed(lines: Int) -> String { lines >= 720 ? "bt709" : lines == 576 ? "bt470bg" : "smpte170m" }

    /// What people call the colours of a pixel format.
    func label(_ pixelFormat: String) -> String {
        let range = range == "pc" || pixelFormat.hasPrefix("yuvj") ? "full range" : "limited range"
        return "\(matrix ?? "unlabelled colour") in \(range)"
    }
}
