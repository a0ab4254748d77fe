internal import FFmpeg
internal import MediaSyntax
internal import MediaTime
internal import SceneRendering

/// Small images of stills beside one another, with the instant of each and the number of its frame.
struct ContactSheet: ~Copyable {
    private static let background: UInt8 = 24

    let layout: SheetLayout
    private let canvas: Frame
    private var shrink: FrameFilter
    /// Of the first still that there is; `nil` as long as there is none.
    private var colour: ColourDescription?

    /// An empty sheet for stills.
    static func empty(of stream: StreamInfo, for stills: [Still], columns: Int?) throws -> ContactSheet {
        let parameters = stream.parameters
        let (width, height) = StillFormat.square(parameters.width, parameters.height, stream.sampleAspectRatio)
        let orientation = stream.orientation
        let layout = try SheetLayout(
            count: stills.count,
            width: orientation.swapsSides ? height : width,
            height: orientation.swapsSides ? width : height,
            textWidth: stills.map { line($0).width }.max() ?? 0,
            columns: columns
        )
        guard let planar = PixelFormat(named: "gbrp") else {
            throw ExportError(.fault, "there is no format for a contact sheet")
        }
        let canvas = try Frame.video(planar, width: layout.width, height: layout.height)
        for plane in 0..<3 {
            canvas.withMutablePlane(plane) { samples in
                for index in samples.indices { samples[index] = background }
            }
        }
        let shrink = FrameFilter(timeBase: stream.timeBase) { _ in
            let size = "\(layout.imageWidth):\(layout.imageHeight)"
            return orientation.filters + ["scale=\(size):flags=area+accurate_rnd+full_chroma_int", "format=gbrp"]
        }
        return ContactSheet(layout: layout, canvas: canvas, shrink: shrink)
    }

    private init(layout: SheetLayout, canvas: consuming Frame, shrink: consuming FrameFilter) {
        self.layout = layout
        self.canvas = canvas
        self.shrink = shrink
    }

    /// What is written under a still.
    private static func line(_ still: Still) -> TextLine {
        TextLine("\(still.label)  \(still.number)f", cell: 2)
    }

    /// Puts a still into the tile with a number. One that could not be decoded leaves its tile empty.
    mutating func add(_ still: Still, _ frame: borrowing Frame?, at number: Int) throws {
        let corner = layout.corner(ofTile: number)
        switch frame {
        case .some(let frame):
            colour = colour ?? frame.colour
            let image = try shrink.apply(to: frame)
            let left = corner.left + (layout.tileWidth - layout.imageWidth) / 2
            for plane in 0..<3 { copy(plane, of: image, left: left, top: corner.top) }
        case .none: break
        }
        let line = Self.line(still)
        let left = corner.left + (layout.tileWidth - line.width) / 2
        let top = corner.top + layout.imageHeight + (SheetLayout.textHeight - line.height + 2) / 2
        for plane in 0..<3 {
            let stride = canvas.stride(ofPlane: plane)
            canvas.withMutablePlane(plane) { samples in
                line.draw(
                    in: &samples,
                    columns: layout.width,
                    rows: layout.height,
                    stride: stride,
                    left: left,
                    top: top
                )
            }
        }
    }

    /// The sheet as a file.
    func file(_ format: StillFormat, _ description: ExifDescription) throws -> StillImage.File {
        var convert = FrameFilter(timeBase: TimeBase(1, 1)) { _ in try format.pixels() }
        return try StillImage.file(of: convert.apply(to: canvas), format, description, colour ?? ColourDescription())
    }

    private func copy(_ plane: Int, of image: borrowing Frame, left: Int, top: Int) {
        let (stride, imageStride) = (canvas.stride(ofPlane: plane), image.stride(ofPlane: plane))
        let (columns, rows) = (layout.imageWidth, layout.imageHeight)
        canvas.withMutablePlane(plane) { samples in
            image.withPlane(plane) { source in
                for row in 0..<rows {
                    for column in 0..<columns {
                        samples[(top + row) * stride + left + column] = source[row * imageStride + column]
                    }
                }
            }
        }
    }
}
