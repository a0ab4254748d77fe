internal import FFmpeg
internal import Zimg

/// Makes frames for the encoder by a ``FrameRecipe``: the wanted part, mirrored, turned and scaled, in the wanted colours.
struct FrameShaper: ~Copyable {
    private let recipe: FrameRecipe
    private let target: FrameTarget
    /// Of each part of the track.
    private let colours: [ColourDescription]
    private let timeBase: TimeBase
    private let isInterlaced: Bool
    private var steps: FrameSteps?
    private var key: Key?

    /// What the steps were made for.
    private struct Key: Equatable {
        let pixelFormat: PixelFormat
        let width: Int
        let height: Int
        let layout: FrameLayout
        let colour: ColourDescription
    }

    /// Takes what is to be made of frames that have these colours, by the part of the track that they are from.
    init(
        _ recipe: FrameRecipe,
        _ target: FrameTarget,
        from colours: [ColourDescription],
        timeBase: TimeBase,
        isInterlaced: Bool
    ) {
        self.recipe = recipe
        self.target = target
        self.colours = colours
        self.timeBase = timeBase
        self.isInterlaced = isInterlaced
    }

    /// The frame as the encoder takes it.
    ///
    /// - Parameters:
    ///   - frame: A decoded frame.
    ///   - part: The part of the track that it is from.
    ///   - view: What is seen of it, in shares of width and height of all that is to be seen; `nil` for all of that.
    /// - Returns: A new frame.
    /// - Throws: ``ExportError``, and what filters and the scaler throw.
    mutating func shape(_ frame: borrowing Frame, ofPart part: Int, view: FrameRectangle?) throws -> Frame {
        guard let pixelFormat = frame.pixelFormat else {
            throw ExportError(.unsupported, "a frame of an unknown format")
        }
        let key = Key(
            pixelFormat: pixelFormat,
            width: frame.width,
            height: frame.height,
            layout: recipe.layout(
                of: FrameExtent(width: Double(frame.width), height: Double(frame.height)),
                pixelAspect: frame.pixelAspect,
                ofPart: part
            ),
            colour: colours[part]
        )
        if self.key != key {
            steps = try FrameSteps.make(
                key.layout,
                of: frame,
                key.colour,
                target,
                timeBase: timeBase,
                isInterlaced: isInterlaced
            )
            self.key = key
        }
        if let view { try steps?.look(at: key.layout.region(under: view)) }
        switch steps {
        case .some(let steps): return try steps.run(frame)
        case .none: throw ExportError(.fault, "frames without steps")
        }
    }
}

/// The steps from one kind of decoded frames to the encoder's.
private struct FrameSteps: ~Copyable {
    /// Brings samples into planes.
    private let unpacking: FilterGraph?
    /// Takes the part that is wanted, in the size that it gets.
    private var scaling: FrameScaler
    /// Of its linear light, in candela a square metre.
    private let white: Double
    /// In linear light.
    private let toneMapping: FilterGraph?
    /// From linear light to the encoder's colours.
    private let coding: FrameScaler?
    private let turning: FilterGraph?
    /// Where turned chroma would lie where no encoder expects it, it is turned in full resolution, and then reduced.
    private let reducing: FrameScaler?
    /// What bars are made with, and where the samples lie between them; `nil` where there are none.
    private let bars: (canvas: FrameCanvas, place: FrameLayout.Place)?
    /// Puts samples side by side where the encoder takes them so.
    private let packing: FilterGraph?

    /// Not an initialiser: Swift 6.3 miscompiles throwing ones of noncopyable values.
    static func make(
        _ layout: FrameLayout,
        of frame: borrowing Frame,
        _ sourceColour: ColourDescription,
        _ target: FrameTarget,
        timeBase: TimeBase,
        isInterlaced: Bool
    ) throws -> FrameSteps {
        guard let stored = frame.pixelFormat, let pixelFormat = stored.inPlanes else {
            throw ExportError(.unsupported, "frames of an unknown format cannot be scaled")
        }
        func graph(_ chain: String, _ format: PixelFormat, _ width: Int, _ height: Int) throws -> FilterGraph {
            try FilterGraph(
                chain,
                input: .video(
                    width: width,
                    height: height,
                    pixelFormat: format,
                    timeBase: timeBase,
                    sampleAspectRatio: nil
                )
            )
        }
        // zimg wants whole samples of chroma, in each field: one more row or column is a copy of the last one.
        let fields = isInterlaced ? 2 : 1
        let whole = pixelFormat.roundedUp(width: frame.width)
        let high = fields * pixelFormat.roundedUp(height: (frame.height + fields - 1) / fields)
        let (right, bottom) = (whole - frame.width, high - frame.height)
        let isWhole = right == 0 && bottom == 0
        let filling = "pad=\(whole):\(high),fillborders=right=\(right):bottom=\(bottom):mode=smear"
        let unpacking =
            stored == pixelFormat && isWhole
            ? nil
            : try graph(
                "format=\(pixelFormat.name)" + (isWhole ? "" : ",\(filling)"),
                stored,
                frame.width,
                frame.height
            )

        let planar = target.pixelFormat.inPlanes ?? target.pixelFormat
        // Before it is turned.
        let orientation = layout.orientation
        let turns = DisplayOrientation.filters(
            quarterTurns: orientation.quarterTurns,
            isMirrored: orientation.isMirrored
        )
        let place = layout.place
        let (width, height) = orientation.swapsSides ? (place.height, place.width) : (place.width, place.height)
        let site = ChromaSite.before(orientation, target.colour.chromaLocation, planar)
        let coded = site == nil ? planar.withFullChroma ?? planar : planar
        var colour = target.colour
        colour.chromaLocation = site

        let source = FrameKind(
            width: whole,
            height: high,
            pixelFormat: pixelFormat,
            colour: sourceColour,
            part: FrameKind.Part(layout.region)
        )
        let last = FrameKind(width: width, height: height, pixelFormat: coded, colour: colour)
        let light = FrameKind(width: width, height: height, pixelFormat: .floatRGB, colour: .linearBT709)
        let isMapped = sourceColour.isHighRange && !target.colour.isHighRange
        let white = target.colour.isHighRange ? ColourChange.standardWhite : ColourChange.white
        var turned = last
        (turned.width, turned.height) = (place.width, place.height)
        let reduced = FrameKind(
            width: place.width,
            height: place.height,
            pixelFormat: planar,
            colour: target.colour
        )
        let canvas = FrameCanvas(
            width: layout.width,
            height: layout.height,
            pixelFormat: planar,
            colour: target.colour
        )
        return FrameSteps(
            unpacking: unpacking,
            scaling: try FrameScaler(
                from: source,
                to: isMapped ? light : last,
                white: white,
                isInterlaced: isInterlaced
            ),
            white: white,
            toneMapping: isMapped ? try graph("tonemap=tonemap=hable:desat=0", light.pixelFormat, width, height) : nil,
            coding: isMapped ? try FrameScaler(from: light, to: last, isInterlaced: isInterlaced) : nil,
            turning: turns.isEmpty ? nil : try graph(turns.joined(separator: ","), coded, width, height),
            reducing: site == nil ? try FrameScaler(from: turned, to: reduced) : nil,
            bars: layout.hasBars ? (canvas, place) : nil,
            packing: planar == target.pixelFormat
                ? nil : try graph("format=\(target.pixelFormat.name)", planar, layout.width, layout.height)
        )
    }

    /// Takes another part of the frames from now on. Frames are whole where that is wanted, since lines come to lie elsewhere.
    mutating func look(at region: FrameRectangle) throws {
        var source = scaling.source
        source.part = FrameKind.Part(region)
        if source != scaling.source {
            scaling = try FrameScaler(from: source, to: scaling.target, white: white)
        }
    }

    func run(_ frame: borrowing Frame) throws -> Frame {
        var result =
            switch unpacking {
            case .some(let graph): try scaling.scale(try graph.filtered(frame))
            case .none: try scaling.scale(frame)
            }
        switch toneMapping {
        case .some(let graph): result = try graph.filtered(result)
        case .none: break
        }
        switch coding {
        case .some(let scaler): result = try scaler.scale(result)
        case .none: break
        }
        switch turning {
        case .some(let graph): result = try graph.filtered(result)
        case .none: break
        }
        switch reducing {
        case .some(let scaler): result = try scaler.scale(result)
        case .none: break
        }
        if let bars { result = try bars.canvas.framing(result, at: bars.place) }
        switch packing {
        case .some(let graph): return try graph.filtered(result)
        case .none: return result
        }
    }
}

extension FrameKind.Part {
    fileprivate init(_ rectangle: FrameRectangle) {
        self.init(left: rectangle.left, top: rectangle.top, width: rectangle.width, height: rectangle.height)
    }
}

extension FilterGraph {
    /// What becomes of one frame in a chain that gives a frame for each.
    fileprivate func filtered(_ frame: borrowing Frame) throws -> Frame {
        guard let output = try apply(to: frame) else { throw ExportError(.fault, "a filter gave nothing") }
        return output
    }
}

extension ColourDescription {
    /// Light itself, by the primaries of BT.709.
    fileprivate static var linearBT709: ColourDescription {
        var colour = ColourDescription.bt709Limited
        (colour.range, colour.transfer, colour.matrix, colour.chromaLocation) = ("pc", "linear", "gbr", nil)
        return colour
    }
}
