internal import CVideo4Linux

/// What a driver says of the colours of its frames (Linux media documentation, "Colorspaces"). `nil` is what it leaves to the rest,
/// and numbers that are not known.
package struct FrameColours: Hashable, Sendable {
    /// `enum v4l2_colorspace`: what red, green and blue are, and what is usual for the rest.
    package enum Space: UInt32, Sendable, CaseIterable {
        case smpte170m = 1
        case smpte240m, rec709, bt878, system470M, system470BG, jpeg, srgb, opRGB, bt2020, raw, dciP3
    }

    /// `enum v4l2_xfer_func`: how light becomes signal.
    package enum Transfer: UInt32, Sendable, CaseIterable {
        case rec709 = 1
        case srgb, opRGB, smpte240m, linear, dciP3, smpte2084
    }

    /// `enum v4l2_ycbcr_encoding`: how red, green and blue become luma and chroma.
    package enum Encoding: UInt32, Sendable, CaseIterable {
        case rec601 = 1
        case rec709, extended601, extended709, sycc, bt2020, bt2020ConstantLuminance, smpte240m
    }

    /// `enum v4l2_quantization`: which samples are black and white.
    package enum Quantization: UInt32, Sendable, CaseIterable {
        case full = 1
        case limited
    }

    package var space: Space?
    package var transfer: Transfer?
    package var encoding: Encoding?
    package var quantization: Quantization?

    /// Colours of which nothing is said.
    package init() {}

    /// Colours by the kernel's numbers.
    package init(space: UInt32, transfer: UInt32 = 0, encoding: UInt32 = 0, quantization: UInt32 = 0) {
        self.space = Space(rawValue: space)
        self.transfer = Transfer(rawValue: transfer)
        self.encoding = Encoding(rawValue: encoding)
        self.quantization = Quantization(rawValue: quantization)
    }

    /// A driver that knows of no more than the space leaves no mark in `priv`, and anything in the rest.
    init(_ format: v4l2_pix_format) {
        guard format.priv == UInt32(V4L2_PIX_FMT_PRIV_MAGIC) else {
            self.init(space: format.colorspace)
            return
        }
        self.init(
            space: format.colorspace,
            transfer: format.xfer_func,
            encoding: format.ycbcr_enc,
            quantization: format.quantization
        )
    }
}

extension FrameColours {
    /// The same, with what the kernel says is usual for a space where the driver says nothing (`V4L2_MAP_XFER_FUNC_DEFAULT`,
    /// `V4L2_MAP_YCBCR_ENC_DEFAULT`, `V4L2_MAP_QUANTIZATION_DEFAULT`). Nothing is usual where the space is not known.
    ///
    /// - Parameter isRGB: Whether samples are red, green and blue.
    /// - Returns: Colours of which all is said, where the space is.
    package func completed(isRGB: Bool) -> FrameColours {
        var colours = self
        guard let space, space != .raw, space != .bt878 else { return colours }
        colours.transfer = transfer ?? Self.transfer(of: space)
        colours.encoding = encoding ?? Self.encoding(of: space)
        colours.quantization = quantization ?? (isRGB || space == .jpeg ? .full : .limited)
        return colours
    }

    private static func transfer(of space: Space) -> Transfer {
        switch space {
        case .opRGB: .opRGB
        case .smpte240m: .smpte240m
        case .dciP3: .dciP3
        case .srgb, .jpeg: .srgb
        default: .rec709
        }
    }

    private static func encoding(of space: Space) -> Encoding {
        switch space {
        case .rec709, .dciP3: .rec709
        case .bt2020: .bt2020
        case .smpte240m: .smpte240m
        default: .rec601
        }
    }
}
