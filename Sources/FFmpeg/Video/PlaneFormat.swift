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

    private static let inPlanes: [PixelFormat] = {
        let chroma = ["yuv420p", "yuv422p", "yuv440p", "yuv444p", "yuv410p", "yuv411p", "gbrp", "gray"]
        let deep = ["yuv420p", "yuv422p", "yuv444p", "gbrp", "gray"].flatMap { name in
            [10, 12, 14, 16].map { "\(name)\($0)le" }
        }
        return (chroma + deep + ["gbrpf32le", "grayf32le"]).compactMap(PixelFormat.init(named:))
            .filter { $0.planes != nil }
    }()
}

extension Frame {
    /// The address of a plane's first sample, and bytes from one row to the next; `nil` where there is no such plane. It is
    /// valid for as long as the frame is.
    @unsafe package func address(ofPlane plane: Int) -> (first: UnsafeMutableRawPointer, stride: Int)? {
        guard let first = unsafe data(plane) else { return nil }
        return (UnsafeMutableRawPointer(first), stride(ofPlane: plane))
    }

    /// Takes over what is known of another frame beside its samples: its colours, timestamps and side data.
    package func copyProperties(of other: borrowing Frame) throws(FFmpegError) {
        try check(unsafe av_frame_copy_props(pointer, other.pointer), "copy the properties of", "a frame")
    }

    /// Says which colours the samples stand for.
    package func set(_ colour: ColourDescription) {
        let codes = colour.codes
        unsafe pointer.pointee.colorspace = AVColorSpace(codes.matrix)
        unsafe pointer.pointee.color_trc = AVColorTransferCharacteristic(codes.transfer)
        unsafe pointer.pointee.color_primaries = AVColorPrimaries(codes.primaries)
        unsafe pointer.pointee.color_range =
            switch colour.range {
            case "pc": AVCOL_RANGE_JPEG
            case "tv": AVCOL_RANGE_MPEG
            default: AVCOL_RANGE_UNSPECIFIED
            }
    }

    /// Another frame with the same samples in memory of its own, at addresses that every filter takes.
    package func copy() throws(FFmpegError) -> Frame {
        guard let pixelFormat else { throw FFmpegError("copy", "a frame of no format", code: oc_averror_invaliddata) }
        let copy = try Frame.video(pixelFormat, width: width, height: height)
        try check(unsafe av_frame_copy(copy.pointer, pointer), "copy", "a frame")
        try copy.copyProperties(of: self)
        return copy
    }
}

extension ColourDescription {
    /// The numbers of ITU-T H.273; 2 where nothing is stated.
    package var codes: (matrix: UInt32, transfer: UInt32, primaries: UInt32) {
        func code(_ name: String?, _ lookup: (UnsafePointer<CChar>?) -> Int32) -> UInt32 {
            guard let name else { return 2 }
            let found = unsafe name.withCString { unsafe lookup($0) }
            return found < 0 ? 2 : UInt32(found)
        }
        return unsafe (
            code(matrix, av_color_space_from_name),
            code(transfer, av_color_transfer_from_name),
            code(primaries, av_color_primaries_from_name)
        )
    }
}
