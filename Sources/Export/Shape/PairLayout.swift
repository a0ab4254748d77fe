/// How two clips are shown together.
public enum PairLayout: String, CaseIterable, Hashable, Sendable {
    /// The first one on the left, both of one height.
    case side
    /// The first one above, both of one width.
    case stack
    /// One upon the other, each half transparent, in the size of the first.
    case overlay
}

/// Where two clips' frames lie in those that show both.
struct PairCanvas: Hashable, Sendable {
    let width: Int
    let height: Int
    /// Of the first clip's frames and of the second's.
    let places: [FrameLayout.Place]
    /// Whether they are mixed where both are.
    let isMixed: Bool

    /// What is usual unless another size is asked for: as large as the clips are together, and no larger than this.
    private static let usual = FrameSizing.atMost(longerSide: 3840, pixels: 3840 * 2160)

    /// Lays out frames of these sizes, as they are seen.
    ///
    /// - Throws: ``ExportError`` `.settings` for a size that cannot be.
    init(_ layout: PairLayout, _ first: FrameExtent, _ second: FrameExtent, _ sizing: FrameSizing?) throws(ExportError)
    {
        let sizes = Self.natural(layout, first, second)
        let whole = Self.whole(layout, sizes)
        let scale = try Self.scale(of: whole, sizing ?? Self.usual)
        func even(_ side: Double) -> Int { max(2, Int((side * scale / 2).rounded()) * 2) }
        let shared = layout == .side ? even(whole.height) : even(whole.width)
        let (one, other) =
            switch layout {
            case .side: ((even(sizes.0.width), shared), (even(sizes.1.width), shared))
            case .stack: ((shared, even(sizes.0.height)), (shared, even(sizes.1.height)))
            case .overlay: ((shared, even(whole.height)), (shared, even(whole.height)))
            }
        typealias Place = FrameLayout.Place
        places = [
            Place(left: 0, top: 0, width: one.0, height: one.1),
            Place(
                left: layout == .side ? one.0 : 0,
                top: layout == .stack ? one.1 : 0,
                width: other.0,
                height: other.1
            ),
        ]
        width = layout == .side ? one.0 + other.0 : shared
        height = layout == .stack ? one.1 + other.1 : one.1
        isMixed = layout == .overlay
    }

    /// The clips' sizes where they stand together: the larger one becomes as high, or as wide, as the other.
    private static func natural(
        _ layout: PairLayout,
        _ first: FrameExtent,
        _ second: FrameExtent
    ) -> (FrameExtent, FrameExtent) {
        func scaled(_ size: FrameExtent, _ scale: Double) -> FrameExtent {
            FrameExtent(width: size.width * scale, height: size.height * scale)
        }
        switch layout {
        case .side:
            let height = min(first.height, second.height)
            return (scaled(first, height / first.height), scaled(second, height / second.height))
        case .stack:
            let width = min(first.width, second.width)
            return (scaled(first, width / first.width), scaled(second, width / second.width))
        case .overlay: return (first, first)
        }
    }

    private static func whole(_ layout: PairLayout, _ sizes: (FrameExtent, FrameExtent)) -> FrameExtent {
        switch layout {
        case .side: FrameExtent(width: sizes.0.width + sizes.1.width, height: sizes.0.height)
        case .stack: FrameExtent(width: sizes.0.width, height: sizes.0.height + sizes.1.height)
        case .overlay: sizes.0
        }
    }

    private static func scale(of whole: FrameExtent, _ sizing: FrameSizing) throws(ExportError) -> Double {
        let scale =
            switch sizing {
            case .exact(let width, let height): min(Double(width) / whole.width, Double(height) / whole.height)
            case .shorterSide(let side): Double(side) / min(whole.width, whole.height)
            case .percent(let percent): percent / 100
            case .atMost(let longerSide, let pixels):
                min(
                    1,
                    Double(longerSide) / max(whole.width, whole.height),
                    (Double(pixels) / (whole.width * whole.height)).squareRoot()
                )
            }
        guard scale > 0, max(whole.width, whole.height) * scale <= Double(FrameSizing.longestSide) else {
            throw FrameSizing.refusal(
                "\(Int(min(whole.width * scale, 1e9)))x\(Int(min(whole.height * scale, 1e9)))"
            )
        }
        return scale
    }
}
