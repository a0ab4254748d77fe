internal import CFFmpeg

/// Which colours the samples of a frame stand for (ITU-T H.273), by libav's names; `nil` where it is not stated.
package struct ColourDescription: Hashable, Sendable {
    package var range: String?
    package var primaries: String?
    package var transfer: String?
    package var matrix: String?
    package var chromaLocation: String?

    package init() {}

    /// The colours of high-definition television in limited range (ITU-R BT.709).
    package static var bt709Limited: ColourDescription {
        var colour = ColourDescription()
        colour.range = "tv"
        colour.primaries = "bt709"
        colour.transfer = "bt709"
        colour.matrix = "bt709"
        colour.chromaLocation = "left"
        return colour
    }

    init(
        range: AVColorRange,
        primaries: AVColorPrimaries,
        transfer: AVColorTransferCharacteristic,
        matrix: AVColorSpace,
        chromaLocation: AVChromaLocation
    ) {
        // Numbers that mean nothing have a name, too: ProRes says 0 where it does not know.
        func name(_ raw: UnsafePointer<CChar>?, stated: Bool) -> String? {
            guard stated, let raw = unsafe raw else { return nil }
            let name = unsafe String(cString: raw)
            return name == "reserved" ? nil : name
        }
        self.range = unsafe name(av_color_range_name(range), stated: range != AVCOL_RANGE_UNSPECIFIED)
        self.primaries = unsafe name(av_color_primaries_name(primaries), stated: primaries != AVCOL_PRI_UNSPECIFIED)
        self.transfer = unsafe name(av_color_transfer_name(transfer), stated: transfer != AVCOL_TRC_UNSPECIFIED)
        self.matrix = unsafe name(av_color_space_name(matrix), stated: matrix != AVCOL_SPC_UNSPECIFIED)
        self.chromaLocation = unsafe name(
            av_chroma_location_name(chromaLocation),
            stated: chromaLocation != AVCHROMA_LOC_UNSPECIFIED
        )
    }

    /// Sets the colours of an encoder. A name that libav does not know is left out.
    func apply(to context: UnsafeMutablePointer<AVCodecContext>) {
        let raw = raw
        if let range = raw.range { unsafe context.pointee.color_range = range }
        if let primaries = raw.primaries { unsafe context.pointee.color_primaries = primaries }
        if let transfer = raw.transfer { unsafe context.pointee.color_trc = transfer }
        if let matrix = raw.matrix { unsafe context.pointee.colorspace = matrix }
        if let location = raw.chromaLocation { unsafe context.pointee.chroma_sample_location = location }
    }

    /// Sets the colours of a stream. A name that libav does not know is left out.
    func apply(to parameters: UnsafeMutablePointer<AVCodecParameters>) {
        let raw = raw
        if let range = raw.range { unsafe parameters.pointee.color_range = range }
        if let primaries = raw.primaries { unsafe parameters.pointee.color_primaries = primaries }
        if let transfer = raw.transfer { unsafe parameters.pointee.color_trc = transfer }
        if let matrix = raw.matrix { unsafe parameters.pointee.color_space = matrix }
        if let location = raw.chromaLocation { unsafe parameters.pointee.chroma_location = location }
    }

    /// What is stated by names that libav knows, as libav has it.
    private var raw: Raw {
        unsafe Raw(
            range: Self.code(range, av_color_range_from_name).map { AVColorRange($0) },
            primaries: Self.code(primaries, av_color_primaries_from_name).map { AVColorPrimaries($0) },
            transfer: Self.code(transfer, av_color_transfer_from_name).map { AVColorTransferCharacteristic($0) },
            matrix: Self.code(matrix, av_color_space_from_name).map { AVColorSpace($0) },
            chromaLocation: Self.code(chromaLocation, av_chroma_location_from_name).map { AVChromaLocation($0) }
        )
    }

    private struct Raw {
        let range: AVColorRange?
        let primaries: AVColorPrimaries?
        let transfer: AVColorTransferCharacteristic?
        let matrix: AVColorSpace?
        let chromaLocation: AVChromaLocation?
    }
}

extension ColourDescription {
    /// The numbers of the primaries and of the transfer (ITU-T H.273); `nil` where one of them is not stated.
    package var codePoints: (primaries: UInt8, transfer: UInt8)? {
        let codes = codes
        guard codes.primaries != Self.unstated, codes.transfer != Self.unstated else { return nil }
        return (UInt8(truncatingIfNeeded: codes.primaries), UInt8(truncatingIfNeeded: codes.transfer))
    }

    /// The numbers of ITU-T H.273; ``unstated`` where nothing is stated, or libav does not know the name.
    package var codes: (matrix: UInt32, transfer: UInt32, primaries: UInt32) {
        unsafe (
            Self.code(matrix, av_color_space_from_name) ?? Self.unstated,
            Self.code(transfer, av_color_transfer_from_name) ?? Self.unstated,
            Self.code(primaries, av_color_primaries_from_name) ?? Self.unstated
        )
    }

    /// The number for what is not stated.
    private static let unstated: UInt32 = 2

    /// The number of a name; `nil` where there is none.
    private static func code(_ name: String?, _ lookup: (UnsafePointer<CChar>?) -> Int32) -> UInt32? {
        guard let name, let found = unsafe Optional(name.withCString { unsafe lookup($0) }), found >= 0 else {
            return nil
        }
        return UInt32(found)
    }

    /// Whether a transfer function, by libav's name, is one of high dynamic range: PQ (SMPTE ST 2084) or HLG (ARIB STD-B67).
    package static func isHighRange(transfer: String?) -> Bool {
        transfer == "smpte2084" || transfer == "arib-std-b67"
    }

    /// The transfer function, or BT.709 for those that displays show as they show that one: curves of cameras and of screens.
    package var shownTransfer: String? {
        transfer.map { Self.curvesShownAlike.contains($0) ? "bt709" : $0 }
    }

    private static let curvesShownAlike: Set = [
        "smpte170m", "bt2020-10", "bt2020-12", "iec61966-2-1", "bt470bg", "gamma22", "gamma28", "bt470m", "smpte240m",
    ]
}
