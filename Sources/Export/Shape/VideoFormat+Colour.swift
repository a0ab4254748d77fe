internal import FFmpeg

/// What is known of colours.
extension VideoFormat.Colour {
    /// Whether the transfer function is one of high dynamic range: PQ (SMPTE ST 2084) or HLG (ARIB STD-B67).
    public var isHighRange: Bool { ColourDescription.isHighRange(transfer: transfer) }

    /// Whether samples in a pixel format are said to be coded as BT.709 in limited range. Red, green and blue, which are to stay that
    /// (`asRGB`), are so unless something else is said.
    func isBT709(_ pixelFormat: String, asRGB: Bool) -> Bool {
        if Self.isRGB(pixelFormat) {
            return asRGB && [primaries, transfer].allSatisfy { Self.sameRGB.contains($0) }
        }
        return !isFullRange(pixelFormat) && [matrix, primaries, transfer].allSatisfy { $0 == "bt709" }
    }

    /// What of samples in a pixel format changes where they become BT.709, in words. `asRGB` as of ``isBT709(_:asRGB:)``.
    func becomingBT709(_ pixelFormat: String, asRGB: Bool) -> String {
        let staysRGB = Self.isRGB(pixelFormat) && asRGB
        guard staysRGB || !Self.isRGB(pixelFormat) && !isFullRange(pixelFormat) && matrix == "bt709" else {
            return "\(label(pixelFormat)) becomes BT.709\(asRGB ? "" : " in limited range")"
        }
        // The samples are coded as they are to be: what is said of their light is not.
        let same = staysRGB ? Self.sameRGB : ["bt709"]
        let (isOtherPrimaries, isOtherTransfer) = (!same.contains(primaries), !same.contains(transfer))
        let others =
            (isOtherPrimaries ? ["\(primaries ?? "unlabelled") primaries"] : [])
            + (isOtherTransfer ? ["\(transfer ?? "unlabelled") transfer function"] : [])
        return others.joined(separator: " and ") + " \(isOtherPrimaries ? "become" : "becomes") BT.709's"
    }

    /// What may be said of red, green and blue that are those of BT.709, where they stay that.
    private static let sameRGB: Set<String?> = ["bt709", "iec61966-2-1", nil]

    /// Of luma, chroma, or grey.
    private func isFullRange(_ pixelFormat: String) -> Bool {
        (PixelFormat(named: pixelFormat)?.range(stated: range) ?? range) == "pc"
    }

    private static func isRGB(_ pixelFormat: String) -> Bool {
        PixelFormat(named: pixelFormat)?.inPlanes?.planes?.family == .rgb
    }

    /// The matrix of unlabelled video: that of high definition from 720 lines on.
    static func assumed(lines: Int) -> String { lines >= 720 ? "bt709" : lines == 576 ? "bt470bg" : "smpte170m" }

    /// What people call the colours of a pixel format.
    func label(_ pixelFormat: String) -> String {
        if Self.isRGB(pixelFormat) { return "RGB" }
        let range = isFullRange(pixelFormat) ? "full range" : "limited range"
        return "\(matrix ?? "unlabelled colour") in \(range)"
    }
}
