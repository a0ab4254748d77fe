internal import CFFmpeg

/// How a frame's samples lie in memory, by libav's number and name.
package struct PixelFormat: Hashable, Sendable, CustomStringConvertible {
    let rawValue: Int32

    init?(rawValue: Int32) {
        guard rawValue >= 0 else { return nil }
        self.rawValue = rawValue
    }

    private init(_ format: AVPixelFormat) { rawValue = format.rawValue }

    /// Numbers of colours in a palette.
    package static let palette = PixelFormat(AV_PIX_FMT_PAL8)

    /// One plane of so many bits; `nil` where libav has no such format.
    package static func grey(bits: Int) -> PixelFormat? { PixelFormat(named: bits == 8 ? "gray" : "gray\(bits)le") }

    /// Planes of red, green and blue as floating-point numbers of 32 bits.
    package static let floatRGB = PixelFormat(AV_PIX_FMT_GBRPF32LE)

    package init?(named name: String) {
        self.init(rawValue: unsafe av_get_pix_fmt(name).rawValue)
    }

    var format: AVPixelFormat { AVPixelFormat(rawValue) }

    package var name: String { unsafe av_get_pix_fmt_name(format).map { unsafe String(cString: $0) } ?? "\(rawValue)" }

    package var description: String { name }

    /// Bits of the first component.
    package var bitDepth: Int {
        guard let descriptor = unsafe av_pix_fmt_desc_get(format) else { return 8 }
        return Int(unsafe descriptor.pointee.comp.0.depth)
    }

    /// A width, rounded up to whole chroma samples.
    package func roundedUp(width: Int) -> Int { rounded(width, shift: subsampling.horizontal) }

    /// A height, rounded up to whole chroma samples.
    package func roundedUp(height: Int) -> Int { rounded(height, shift: subsampling.vertical) }

    private func rounded(_ size: Int, shift: Int) -> Int { ((size + (1 << shift) - 1) >> shift) << shift }

    /// Whether there is as much chroma as luma (4:4:4).
    package var hasFullChroma: Bool {
        guard let descriptor = unsafe av_pix_fmt_desc_get(format) else { return false }
        return unsafe descriptor.pointee.nb_components > 2 && subsampling == (0, 0)
    }

    /// How often the width and the height of chroma are halved.
    var subsampling: (horizontal: Int, vertical: Int) {
        guard let descriptor = unsafe av_pix_fmt_desc_get(format) else { return (0, 0) }
        return unsafe (Int(descriptor.pointee.log2_chroma_w), Int(descriptor.pointee.log2_chroma_h))
    }

    /// Whether there is luma alone, with or without transparency.
    package var isGrey: Bool {
        guard let descriptor = unsafe av_pix_fmt_desc_get(format) else { return false }
        let flags = unsafe descriptor.pointee.flags
        return unsafe descriptor.pointee.nb_components < 3 && flags & UInt64(AV_PIX_FMT_FLAG_PAL) == 0
    }

    /// Whether there are red, green and blue.
    private var isRGB: Bool {
        guard let descriptor = unsafe av_pix_fmt_desc_get(format) else { return false }
        return unsafe descriptor.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
    }

    /// Those with luma that have the least chroma; all where none has luma.
    private static func withLeastChroma(_ candidates: [PixelFormat]) -> [PixelFormat] {
        func chroma(_ format: PixelFormat) -> Int {
            format.isGrey ? 0 : 1 << (8 - format.subsampling.horizontal - format.subsampling.vertical)
        }
        let withLuma = candidates.filter { !$0.isRGB }
        let least = withLuma.map(chroma).min()
        return withLuma.isEmpty ? candidates : withLuma.filter { chroma($0) == least }
    }

    /// The candidate that loses least, by libav's measure; `nil` where there is none. Transparency counts only with
    /// `keepingTransparency`. Grey becomes luma with as little chroma as there is: libav takes red, green and blue, three times as much.
    package func leastLossy(of candidates: [PixelFormat], keepingTransparency: Bool = false) -> PixelFormat? {
        if candidates.contains(self) { return self }
        let countsTransparency = keepingTransparency && isTransparent
        var candidates = candidates
        if isGrey {
            let least = Self.withLeastChroma(candidates)
            // FFV1 has transparent grey of 8 bits only.
            let isEnough = least.contains { $0.isTransparent && $0.bitDepth >= bitDepth }
            if isEnough || !countsTransparency { candidates = least }
        }
        var list = candidates.map(\.format) + [AV_PIX_FMT_NONE]
        var loss: Int32 = 0
        let counts: Int32 = countsTransparency ? 1 : 0
        return PixelFormat(rawValue: unsafe avcodec_find_best_pix_fmt_of_list(&list, format, counts, &loss).rawValue)
    }
}
