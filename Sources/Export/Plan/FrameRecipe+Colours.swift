internal import FFmpeg

/// What becomes of colours, and why.
extension FrameRecipe {
    /// What is wanted of a track's colours. Each change is added to the reasons.
    ///
    /// - Throws: ``ExportError`` `.settings` where high dynamic range is to be kept, and cannot be.
    static func colourChange(
        _ format: VideoFormat,
        _ settings: ExportSettings,
        _ traits: DeliveryTraits,
        _ coding: SampleCoding,
        as coded: PixelFormat?,
        _ reasons: inout [String]
    ) throws(ExportError) -> ColourChange {
        let colour = format.colour
        if colour.isHighRange {
            guard settings.mapsToStandard || !coding.keepsHighRange else { return .none }
            guard settings.dynamicRange != .keep else {
                throw ExportError(
                    .settings,
                    "players would not know of the high dynamic range of such a file: it can be brought to standard range"
                )
            }
            reasons.append(format.completeColour.toneMapping)
            return .toneMapped
        }
        let isRGB = coded?.planes?.family == .rgb
        guard traits.isStandardRange, !colour.isBT709(format.pixelFormat, asRGB: isRGB) else { return .none }
        reasons.append(colour.becomingBT709(format.pixelFormat, asRGB: isRGB))
        return .recoded
    }

    /// Why samples of some of the formats are coded anew for colours that the output has; `nil` where all stay as they are.
    static func recodingReason(
        _ formats: [VideoFormat],
        _ colour: ColourDescription,
        _ coding: SampleCoding,
        as format: PixelFormat
    ) -> String? {
        let target = coding.coding(colour, as: format, lines: formats[0].height)
        if !colour.means(target) { return coding.reason }
        let others = formats.dropFirst().map(\.completeColour).filter { !$0.means(target) }
        guard let other = others.first else { return nil }
        switch (others.first(where: \.isHighRange), target.isHighRange) {
        case (.some(let high), false): return high.toneMapping
        case (_, true) where !other.isHighRange:
            return "standard range becomes \(target.highRangeName), white at \(Int(ColourChange.standardWhite)) cd/m²"
        default: return "the inputs' colours differ: all become those of the first"
        }
    }
}

extension ColourDescription {
    /// What people call the transfer function, where it is one of high dynamic range.
    fileprivate var highRangeName: String { transfer == "smpte2084" ? "PQ" : "HLG" }

    /// How high dynamic range becomes standard range, in words.
    fileprivate var toneMapping: String {
        "\(highRangeName) becomes BT.709: tone mapped by Hable's curve, white at \(Int(ColourChange.white)) cd/m²"
    }
}
