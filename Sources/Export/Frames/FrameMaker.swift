internal import FFmpeg
internal import InBetween
internal import MediaTime

/// Makes the frames of a track for which the source has none, from its neighbours.
struct FrameMaker: ~Copyable {
    private var method: any InBetweenMethod
    private let outputRate: FrameRate
    private var planes = PlanarFrames()
    /// The frames that were looked at last: two, and the one after them.
    private var pictures: [(picture: Picture, place: Place)] = []
    /// The pair that the method looks at, and whether its second frame goes on with the first.
    private var pair: (first: Place, second: Place, goesOn: Bool)?
    private(set) var made = MadeFrames()

    /// Where a frame is in the source.
    private struct Place: Equatable {
        let part: Int
        let start: RationalTime
    }

    /// `nil` where no frames are made.
    init?(_ choice: InBetweenFrames?, outputRate: FrameRate) {
        self.outputRate = outputRate
        switch choice {
        case .none, .nearest: return nil
        case .blend: method = BlendMethod()
        case .motion: method = MotionMethod()
        }
    }

    /// Gives a frame at its places in the output, and what is made for those between it and the next one.
    ///
    /// - Parameters:
    ///   - placed: The frame.
    ///   - span: The time until the next one.
    ///   - moving: What is done to each frame of the source before.
    ///   - give: Takes what is shown, in output order.
    /// - Throws: ``ExportError`` where frames cannot be made of the source's, and what both closures throw.
    mutating func make(
        _ placed: borrowing PlacedFrame,
        over span: consuming FrameSpan,
        moving: (consuming PlacedFrame) throws -> PlacedFrame,
        _ give: (consuming PlacedFrame) throws -> Void
    ) throws {
        let (part, places) = (placed.part, placed.outputFrames)
        let first: Frame
        switch placed.frame {
        case .some(let frame): first = try planar(frame, Place(part: part, start: span.start), moving)
        case .none: throw ExportError(.fault, "no frame to go on from")
        }
        var segments = placed.segments
        for place in places {
            let share = try span.way.share(at: outputRate.time(ofFrame: place))
            var shown = try first.reference()
            var madePlace: MadePlace?
            if span.way.isBetween(share) {
                if try begin(first, part, span, moving) {
                    shown = try instant(share, after: first)
                    madePlace = MadePlace(next: span.end, share: share)
                    made.made += 1
                } else {
                    made.heldAtCuts += 1
                }
            }
            var result = PlacedFrame(frame: shown, outputFrames: place..<place + 1)
            (result.instant, result.made, result.part) = (span.start, madePlace, part)
            result.origin = placed.origin
            if madePlace == nil { (result.segments, segments) = (segments, 0) }
            try give(result)
        }
    }

    /// A frame of the source, moved, with its samples in planes.
    private mutating func planar(
        _ frame: borrowing Frame,
        _ place: Place,
        _ moving: (consuming PlacedFrame) throws -> PlacedFrame
    ) throws -> Frame {
        var placed = PlacedFrame(frame: try frame.reference(), outputFrames: 0..<0)
        (placed.instant, placed.part) = (place.start, place.part)
        let moved = try moving(placed)
        switch moved.frame {
        case .some(let frame): return try planes.planar(frame)
        case .none: throw ExportError(.fault, "a frame was lost")
        }
    }

    /// Has the method look at a frame and the next one, unless it does; whether the next one goes on with the frame.
    private mutating func begin(
        _ first: borrowing Frame,
        _ part: Int,
        _ span: borrowing FrameSpan,
        _ moving: (consuming PlacedFrame) throws -> PlacedFrame
    ) throws -> Bool {
        let (start, end) = (Place(part: part, start: span.start), Place(part: part, start: span.end))
        if let pair, pair.first == start, pair.second == end { return pair.goesOn }
        // Three pictures are kept at a time.
        method.end()
        pair = nil
        let further: Place? =
            switch span.further {
            case .some(let frame): method.looksAhead ? Place(part: part, start: frame.start) : nil
            case .none: nil
            }
        pictures.removeAll { ![start, end, further].contains($0.place) }
        let before = try known(start) ?? keep(Picture(first), start)
        let after = try known(end) ?? keep(Picture(planar(span.next, end, moving)), end)
        var next: NextPicture?
        switch span.further {
        case .some(let frame):
            if let further {
                let picture = try known(further) ?? keep(Picture(planar(frame.frame, further, moving)), further)
                next = NextPicture(picture: picture, duration: try Self.duration(end, further))
            }
        case .none: break
        }
        let goesOn = method.begin(before, after, lasting: try Self.duration(start, end), then: next)
        pair = (start, end, goesOn)
        return goesOn
    }

    /// The picture of a frame that was looked at.
    private func known(_ place: Place) -> Picture? { pictures.first { $0.place == place }?.picture }

    private mutating func keep(_ picture: Picture, _ place: Place) -> Picture {
        pictures.append((picture, place))
        return picture
    }

    /// From one frame to the next one, either way, in millionths of a second: how they compare is all that it is for.
    private static func duration(_ start: Place, _ end: Place) throws -> Int {
        abs(Int(try (try end.start - start.start).ticks(over: 1_000_000, rounding: .nearest)))
    }

    /// The frame at a share of the way from the first one of the pair to the second.
    private func instant(_ share: Int, after first: borrowing Frame) throws -> Frame {
        guard let format = first.pixelFormat, let planes = format.planes else {
            throw ExportError(.fault, "a frame that is not in planes")
        }
        let frame = try Frame.video(format, width: first.width, height: first.height)
        try frame.copyProperties(of: first)
        var places: [(first: UnsafeMutableRawPointer, stride: Int)] = unsafe []
        for plane in planes.order {
            guard let place = unsafe frame.address(ofPlane: plane) else {
                throw ExportError(.fault, "a frame without samples")
            }
            unsafe places.append(place)
        }
        nonisolated(unsafe) let rows = unsafe places
        unsafe method.make(at: share) { component, row in
            unsafe rows[component].first + row * rows[component].stride
        }
        return frame
    }
}

extension Picture {
    /// The samples of a frame in planes.
    fileprivate init(_ frame: borrowing Frame) throws(ExportError) {
        guard let planes = frame.pixelFormat?.planes, !planes.isFloat else {
            throw ExportError(.unsupported, "no frames can be made between those of floating-point samples")
        }
        let format = PictureFormat(
            width: frame.width,
            height: frame.height,
            bits: planes.bits,
            components: planes.order.count,
            horizontalShift: planes.family == .yuv ? planes.horizontalShift : 0,
            verticalShift: planes.family == .yuv ? planes.verticalShift : 0,
            leading: planes.leadingComponent
        )
        var places: [(first: UnsafeMutableRawPointer, stride: Int)] = unsafe []
        for plane in planes.order {
            guard let place = unsafe frame.address(ofPlane: plane) else {
                throw ExportError(.fault, "a frame without samples")
            }
            unsafe places.append(place)
        }
        unsafe self.init(format) { component, row in
            unsafe UnsafeRawPointer(places[component].first + row * places[component].stride)
        }
    }
}
