internal import CZimg
package import FFmpeg

/// What frames are like: their size, the format of their samples, and the colours that those stand for.
package struct FrameKind: Hashable, Sendable {
    /// A part of a frame, in samples of luma. Its edges may lie within a sample.
    package struct Part: Hashable, Sendable {
        package var left: Double
        package var top: Double
        package var width: Double
        package var height: Double

        package init(left: Double, top: Double, width: Double, height: Double) {
            self.left = left
            self.top = top
            self.width = width
            self.height = height
        }
    }

    package var width: Int
    package var height: Int
    package var pixelFormat: PixelFormat
    /// What is not stated must be of no importance: both kinds of a scaler leave it out.
    package var colour: ColourDescription
    /// What is scaled; `nil` for all of it. Samples around it are taken into account.
    package var part: Part?

    package init(
        width: Int,
        height: Int,
        pixelFormat: PixelFormat,
        colour: ColourDescription,
        part: Part? = nil
    ) {
        self.width = width
        self.height = height
        self.pixelFormat = pixelFormat
        self.colour = colour
        self.part = part
    }

    /// Which lines of interlaced frames are meant.
    enum Field: Int {
        /// The first one, and every second one behind it.
        case upper = 0
        /// The others.
        case lower = 1
    }

    /// As zimg has it.
    ///
    /// - Parameter field: One of the frame's fields; `nil` for all lines.
    /// - Returns: The format of the frame, or of the field.
    /// - Throws: ``ScalingError`` for samples that do not lie in planes.
    func imageFormat(of field: Field? = nil) throws(ScalingError) -> zimg_image_format {
        guard let planes = pixelFormat.planes else {
            throw ScalingError(reason: "the samples of \(pixelFormat) do not lie in planes")
        }
        var format = zimg_image_format()
        unsafe zimg_image_format_default(&format, oc_zimg_api_version)
        format.width = UInt32(width)
        format.height = UInt32(field == nil ? height : height / 2)
        format.pixel_type = planes.isFloat ? ZIMG_PIXEL_FLOAT : planes.bits <= 8 ? ZIMG_PIXEL_BYTE : ZIMG_PIXEL_WORD
        format.depth = UInt32(planes.bits)
        format.subsample_w = UInt32(planes.horizontalShift)
        format.subsample_h = UInt32(planes.verticalShift)
        let codes = colour.known.codes
        switch planes.family {
        case .grey: format.color_family = ZIMG_COLOR_GREY
        case .rgb: format.color_family = ZIMG_COLOR_RGB
        case .yuv: format.color_family = ZIMG_COLOR_YUV
        }
        format.matrix_coefficients = zimg_matrix_coefficients_e(
            rawValue: planes.family == .rgb ? 0 : numericCast(codes.matrix == 0 ? Self.imageMatrix : codes.matrix)
        )
        format.transfer_characteristics = zimg_transfer_characteristics_e(rawValue: numericCast(codes.transfer))
        format.color_primaries = zimg_color_primaries_e(rawValue: numericCast(codes.primaries))
        let isFull = colour.range == "pc" || planes.family == .rgb && colour.range != "tv"
        format.pixel_range = isFull ? ZIMG_RANGE_FULL : ZIMG_RANGE_LIMITED
        format.chroma_location = chromaLocation
        switch field {
        case .none: format.field_parity = ZIMG_FIELD_PROGRESSIVE
        case .upper: format.field_parity = ZIMG_FIELD_TOP
        case .lower: format.field_parity = ZIMG_FIELD_BOTTOM
        }
        if let part {
            format.active_region.left = part.left
            format.active_region.top = field == nil ? part.top : part.top / 2
            format.active_region.width = part.width
            format.active_region.height = field == nil ? part.height : part.height / 2
        }
        return format
    }

    /// The code of BT.601's matrix, for frames that are not of red, green and blue in a clip whose first one is: of images with luma and
    /// chroma it is the usual one, and of grey ones no matrix changes anything.
    private static let imageMatrix: UInt32 = 6

    /// Where chroma lies. What is not stated is as MPEG-2 has it.
    private var chromaLocation: zimg_chroma_location_e {
        switch colour.chromaLocation {
        case "center": ZIMG_CHROMA_CENTER
        case "topleft": ZIMG_CHROMA_TOP_LEFT
        case "top": ZIMG_CHROMA_TOP
        case "bottomleft": ZIMG_CHROMA_BOTTOM_LEFT
        case "bottom": ZIMG_CHROMA_BOTTOM
        default: ZIMG_CHROMA_LEFT
        }
    }
}

extension ColourDescription {
    /// The same, where zimg knows it; else what comes nearest. So frames of both kinds that have the same colours keep them. Curves that
    /// displays show alike are one: samples do not change for another name of them.
    fileprivate var known: ColourDescription {
        var known = self
        // Of BT.1361 and of cinemas (SMPTE ST 428).
        if transfer == "bt1361e" || transfer == "smpte428" { known.transfer = "bt709" }
        switch matrix {
        case "smpte2085": known.matrix = "bt709"
        // Constant luminance belongs to the curves of cameras, and ICtCp to PQ and HLG.
        case "bt2020c" where !["bt709", "smpte170m", "bt2020-10", "bt2020-12"].contains(known.transfer),
            "ictcp" where !Self.isHighRange(transfer: transfer):
            known.matrix = "bt2020nc"
        default: break
        }
        known.transfer = known.shownTransfer
        return known
    }
}
