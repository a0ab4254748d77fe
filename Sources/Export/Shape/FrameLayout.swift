/// Where a source's samples come to lie in the frames of the output.
struct FrameLayout: Hashable, Sendable {
    /// The samples of stored frames that are shown. Edges may lie within a sample.
    private(set) var region: FrameRectangle
    /// How they are mirrored and turned, with what players would do.
    let orientation: FrameOrientation
    /// The size of the output's frames.
    let width: Int
    let height: Int
    /// Where the source's samples are in them; the rest is black.
    let place: Place

    /// A rectangle of whole pixels.
    struct Place: Hashable, Sendable {
        var left: Int
        var top: Int
        var width: Int
        var height: Int
    }

    /// Whether the place is less than the frame.
    var hasBars: Bool { place.width < width || place.height < height }

    /// The samples of stored frames under a part of what is shown.
    ///
    /// - Parameter view: In shares of the width and height of the place.
    /// - Returns: Counted in samples of luma from the top left corner of stored frames.
    func region(under view: FrameRectangle) -> FrameRectangle {
        let flat = orientation.inverse.applied(to: view, in: FrameExtent(width: 1, height: 1))
        return FrameRectangle(
            left: region.left + flat.left * region.width,
            top: region.top + flat.top * region.height,
            width: flat.width * region.width,
            height: flat.height * region.height
        )
    }

    /// Lays out one kind of frames.
    ///
    /// - Parameters:
    ///   - frame: The source's.
    ///   - shape: What is wanted.
    ///   - step: What width and height are multiples of: 2 where chroma has half of the resolution.
    /// - Throws: ``ExportError`` `.settings` where the crop does not lie in the frame, or nothing of it would be left.
    init(_ frame: SeenFrame, _ shape: FrameShape, step: (width: Int, height: Int)) throws(ExportError) {
        var part = try Self.part(of: frame.size, shape.crop)
        let cropped = shape.orientation.applied(to: FrameExtent(width: part.width, height: part.height))
        let wished = try Self.size(of: cropped, shape)
        let isScaled = wished != cropped
        let (size, bounds) = Self.whole(wished, shape, isScaled: isScaled, step)
        if !isScaled || shape.fit == .cover {
            // Without scaling a row that has no partner is cut away. Else what is too much, on both sides.
            let (width, height) = (Double(size.width), Double(size.height))
            let kept = shape.orientation.applied(
                to: isScaled ? Self.covering(cropped, of: width / height) : FrameExtent(width: width, height: height)
            )
            if isScaled {
                part.left += (part.width - kept.width) / 2
                part.top += (part.height - kept.height) / 2
            }
            (part.width, part.height) = (kept.width, kept.height)
        }
        region = frame.stored(under: part)
        orientation = frame.orientation.then(shape.orientation)
        (width, height) = (bounds.width, bounds.height)
        place = Place(
            left: (bounds.width - size.width) / 2 / step.width * step.width,
            top: (bounds.height - size.height) / 2 / step.height * step.height,
            width: size.width,
            height: size.height
        )
    }

    /// Lays out frames in an output whose size is given by others: as large as fits inside, with bars.
    init(_ frame: SeenFrame, inside output: FrameLayout, step: (width: Int, height: Int)) {
        let size = frame.size
        let scale = min(Double(output.width) / size.width, Double(output.height) / size.height)
        func fitted(_ side: Double, _ limit: Int, _ step: Int) -> Int {
            min(limit, max(step, Int((side * scale / Double(step)).rounded()) * step))
        }
        let width = fitted(size.width, output.width, step.width)
        let height = fitted(size.height, output.height, step.height)
        region = frame.stored(under: FrameRectangle(left: 0, top: 0, width: size.width, height: size.height))
        orientation = frame.orientation
        (self.width, self.height) = (output.width, output.height)
        place = Place(
            left: (output.width - width) / 2 / step.width * step.width,
            top: (output.height - height) / 2 / step.height * step.height,
            width: width,
            height: height
        )
    }

    /// The layout of frames that come in place of those that this one was made for. Those of the same shape show the same at
    /// another resolution; others are put as a whole into the output, as large as fits, with bars.
    func layout(of frame: SeenFrame, insteadOf expected: SeenFrame) -> FrameLayout {
        guard Self.areAlike(frame, expected) else {
            let turned = SeenFrame(stored: frame.stored, pixelAspect: frame.pixelAspect, orientation: orientation)
            return FrameLayout(turned, inside: self, step: (2, 2))
        }
        let (x, y) = (frame.stored.width / expected.stored.width, frame.stored.height / expected.stored.height)
        var layout = self
        layout.region = FrameRectangle(
            left: region.left * x,
            top: region.top * y,
            width: region.width * x,
            height: region.height * y
        )
        return layout
    }

    /// The part that stays.
    private static func part(of size: FrameExtent, _ crop: FrameCrop?) throws(ExportError) -> FrameRectangle {
        switch crop {
        case .none:
            return FrameRectangle(left: 0, top: 0, width: size.width, height: size.height)
        case .area(let width, let height, let left, let top):
            let (limitX, limitY) = (Int(size.width.rounded()), Int(size.height.rounded()))
            // Each by itself: sums of what is asked for may be more than a number holds.
            guard width > 0, height > 0, left >= 0, top >= 0, width <= limitX - left, height <= limitY - top else {
                throw ExportError(
                    .settings,
                    "the part \(width)x\(height)+\(left)+\(top) does not lie in the frame, which is \(limitX)x\(limitY) as "
                        + "it is seen"
                )
            }
            return FrameRectangle(left: Double(left), top: Double(top), width: Double(width), height: Double(height))
        case .aspect(let width, let height):
            guard width > 0, height > 0 else { throw ExportError(.settings, "a shape of \(width):\(height)") }
            let kept = covering(size, of: Double(width) / Double(height))
            // Whole pixels, so that nothing is interpolated where nothing is scaled.
            let (keptWidth, keptHeight) = (max(1, kept.width.rounded()), max(1, kept.height.rounded()))
            return FrameRectangle(
                left: ((size.width - keptWidth) / 2).rounded(.down),
                top: ((size.height - keptHeight) / 2).rounded(.down),
                width: keptWidth,
                height: keptHeight
            )
        }
    }

    /// The largest part of a size that has a shape (width ÷ height).
    private static func covering(_ size: FrameExtent, of aspect: Double) -> FrameExtent {
        size.width > size.height * aspect
            ? FrameExtent(width: size.height * aspect, height: size.height)
            : FrameExtent(width: size.width, height: size.width / aspect)
    }

    /// What the part becomes, in parts of pixels; the second is the output's where that is larger.
    private static func size(of part: FrameExtent, _ shape: FrameShape) throws(ExportError) -> FrameExtent {
        let size = try asked(of: part, shape)
        let side = max(size.width, size.height)
        guard side < Double(FrameSizing.longestSide) + 1 else {
            throw FrameSizing.refusal("\(Int(min(size.width, 1e9)))x\(Int(min(size.height, 1e9)))")
        }
        return size
    }

    /// The same, however large.
    private static func asked(of part: FrameExtent, _ shape: FrameShape) throws(ExportError) -> FrameExtent {
        func scaled(_ scale: Double) -> FrameExtent {
            FrameExtent(width: part.width * scale, height: part.height * scale)
        }
        switch shape.size {
        case .none:
            return part
        case .exact(let width, let height):
            guard FrameSizing.sides.contains(width), FrameSizing.sides.contains(height) else {
                throw FrameSizing.refusal("\(width)x\(height)")
            }
            let (x, y) = (Double(width) / part.width, Double(height) / part.height)
            switch shape.fit {
            case .inside, .bars: return scaled(min(x, y))
            case .cover, .stretch: return FrameExtent(width: Double(width), height: Double(height))
            }
        case .shorterSide(let side):
            guard FrameSizing.sides.contains(side) else { throw FrameSizing.refusal("\(side)p") }
            return scaled(Double(side) / min(part.width, part.height))
        case .percent(let percent):
            guard percent > 0, percent <= 10_000 else {
                throw ExportError(.settings, "a size of \(percent)%: it is more than 0 % and at most 10,000 %")
            }
            return scaled(percent / 100)
        case .atMost(let longerSide, let pixels):
            let bySide = Double(longerSide) / max(part.width, part.height)
            let byPixels = (Double(pixels) / (part.width * part.height)).squareRoot()
            return scaled(min(1, bySide, byPixels))
        }
    }

    /// Whole multiples of the step: the size of the part, and that of the frame around it.
    private static func whole(
        _ size: FrameExtent,
        _ shape: FrameShape,
        isScaled: Bool,
        _ step: (width: Int, height: Int)
    ) -> (size: (width: Int, height: Int), bounds: (width: Int, height: Int)) {
        // Limits are never exceeded.
        var mode = isScaled ? FloatingPointRoundingRule.toNearestOrAwayFromZero : .down
        if case .atMost = shape.size { mode = .down }
        func whole(_ side: Double, _ step: Int) -> Int {
            max(step, Int((side / Double(step) + (mode == .down ? 1e-9 : 0)).rounded(mode)) * step)
        }
        var inner = (width: whole(size.width, step.width), height: whole(size.height, step.height))
        if shape.fit == .inside, case .exact(let width, let height) = shape.size {
            func least(_ side: Int, _ limit: Int, _ step: Int) -> Int { min(side, max(step, limit / step * step)) }
            inner = (least(inner.width, width, step.width), least(inner.height, height, step.height))
        }
        guard shape.fit == .bars, case .exact(let width, let height) = shape.size else { return (inner, inner) }
        let outer = (width: whole(Double(width), step.width), height: whole(Double(height), step.height))
        return ((min(inner.width, outer.width), min(inner.height, outer.height)), outer)
    }
}

extension FrameSizing {
    /// How many pixels a side can have.
    static let sides = 1...longestSide
    static let longestSide = 32768

    /// That a size cannot be, by its words.
    static func refusal(_ size: String) -> ExportError {
        ExportError(.settings, "a size of \(size): a side has 1 to \(longestSide) pixels")
    }
}
