internal import FFmpeg

/// Whether an image has to say which colours its values stand for. Viewers take one that says nothing for sRGB, which is what
/// clips of standard dynamic range are made for.
struct ColourNeeds: Hashable, Sendable {
    /// Whether brightness is coded as HDR does: PQ or HLG.
    let isHDR: Bool
    /// Whether there are colours that sRGB does not have.
    let isWide: Bool

    /// The needs of colours with the names of ITU-T H.273 in libav's spelling.
    init(primaries: String?, transfer: String?) {
        isHDR = ColourDescription.isHighRange(transfer: transfer)
        isWide = ["bt2020", "smpte431", "smpte432"].contains(primaries)
    }

    /// Whether it has to be said.
    var areSpecial: Bool { isHDR || isWide }
}
