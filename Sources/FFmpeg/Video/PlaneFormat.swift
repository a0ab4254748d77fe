internal import CFFmpeg

/// How the samples of a frame lie in planes, where each component has one of its own.
package struct PlaneFormat: Hashable, Sendable {
    /// What the components are.
    package enum Family: Hashable, Sendable {
        case grey, rgb, yuv
    }

    package let family: Family
    /// Bits of a sample, in one byte up to 8, else in two; 32 where samples are floating-point numbers.
    package let bits: Int
    package let isFloat: Bool
    /// How often the width of chroma is halved.
    package let horizontalShift: Int
    /// How often the height of chroma is halved.
    package let verticalShift: Int
    /// Which plane has which component, in the order red, green, blue, or luma and both of chroma.
    package let order: [Int]
}

extension PixelFormat {
    /// Whether samples say how transparent they are.
    package var isTransparent: Bool {
        guard let descriptor = unsafe av_pix_fmt_desc_get(format) else { return false }
        return Int32(truncatingIfNeeded: unsafe descriptor.pointee.flags) & AV_PIX_FMT_FLAG_ALPHA != 0
    }

    /// How samples lie in planes; `nil` where several components share one, and for transparency.
    package var planes: PlaneFormat? {
        guard let descriptor = unsafe av_pix_fmt_desc_get(format) else { return nil }
        let flags = Int32(truncatingIfNeeded: unsafe descriptor.pointee.flags)
        let others =
            AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL
            | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_ALPHA
        let count = Int(unsafe descriptor.pointee.nb_components)
        guard flags & others == 0, count == 1 || count == 3 else { return nil }
        let components = unsafe [descriptor.pointee.comp.0, descriptor.pointee.comp.1, descriptor.pointee.comp.2]
            .prefix(count)
        let bits = Int(components[0].depth)
        let isFloat = flags & AV_PIX_FMT_FLAG_FLOAT != 0
        let step = isFloat ? 4 : bits <= 8 ? 1 : 2
        let order = components.map { Int($0.plane) }
        guard Set(order).count == count, isFloat ? bits == 32 : (8...16).contains(bits),
            components.allSatisfy({ Int($0.step) == step && $0.shift == 0 && $0.offset == 0 && Int($0.depth) == bits })
        else { return nil }
        return PlaneFormat(
            family: count == 1 ? .grey : flags & AV_PIX_FMT_FLAG_RGB != 0 ? .rgb : .yuv,
            bits: bits,
            isFloat: isFloat,
            horizontalShift: Int(unsafe descriptor.pointee.log2_chroma_w),
            verticalShift: Int(unsafe descriptor.pointee.log2_chroma_h),
            order: order
        )
    }

    /// The format of the same samples in planes, without transparency: this one, or that which loses least.
    package var inPlanes: PixelFormat? { planes == nil ? leastLossy(of: Self.inPlanes) : self }

    /// The same samples, with chroma in full resolution.
    package var withFullChroma: PixelFormat? {
        guard let planes, planes.family == .yuv else { return self }
        return planes.bits == 8 ? PixelFormat(named: "yuv444p") : PixelFormat(named: "yuv444p\(planes.bits)le")
    }

    /// The same planes, with one of transparency behind them, of as many bits; `nil` where libav has no such format.
    package var withAlpha: PixelFormat? {
        guard let planes, !planes.isFloat else { return nil }
        return renamed([("yuv", "yuva"), ("gbr", "gbra")])
    }

    /// The same planes, without the one of transparency; `nil` where that is no plane of its own.
    package var withoutAlpha: PixelFormat? {
        guard isTransparent, let opaque = renamed([("yuva", "yuv"), ("gbra", "gbr")]), opaque.withAlpha == self else {
            return nil
        }
        return opaque
    }

    /// The format of the same samples in planes, with one of transparency: this one, or that which loses least; `nil` for opaque ones,
    /// and where those that libav has lose more than the order.
    package var inPlanesWithAlpha: PixelFormat? {
        guard isTransparent else { return nil }
        return withoutAlpha == nil ? inPlanes?.withAlpha : self
    }

    private func renamed(_ beginnings: [(from: String, to: String)]) -> PixelFormat? {
        beginnings.first { name.hasPrefix($0.from) }.flatMap {
            PixelFormat(named: $0.to + name.dropFirst($0.from.count))
        }
    }

    private static let inPlanes: [PixelFormat] = {
        let chroma = ["yuv420p", "yuv422p", "yuv440p", "yuv444p", "yuv410p", "yuv411p", "gbrp", "gray"]
        let deep = ["yuv420p", "yuv422p", "yuv444p", "gbrp", "gray"].flatMap { name in
            [10, 12, 14, 16].map { "\(name)\($0)le" }
        }
        return (chroma + deep + ["gbrpf32le", "grayf32le"]).compactMap(PixelFormat.init(named:))
            .filter { $0.planes != nil }
    }()
}
