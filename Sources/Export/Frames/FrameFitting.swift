internal import FFmpeg

/// Brings frames of one kind to the size and format that the encoder takes, without a change of what they show. Where their shape
/// differs, they get black bars.
struct FrameFitting: ~Copyable {
    /// The kind of frames.
    struct Format: Equatable {
        let pixelFormat: PixelFormat
        let width: Int
        let height: Int
        /// How they are mirrored and turned.
        let turn: FrameOrientation
        /// How much wider their pixels are than the output's.
        var stretch = 1.0

        /// Whether they are what the encoder takes.
        func fits(_ target: FrameTarget) -> Bool {
            self == Format(pixelFormat: target.pixelFormat, width: target.width, height: target.height, turn: .upright)
        }
    }

    let format: Format
    private let graph: FilterGraph
    /// What bars are made with, and where the samples lie between them; `nil` where there are none.
    private let bars: (canvas: FrameCanvas, place: FrameLayout.Place)?

    /// Makes what brings frames of a format to those of a target.
    ///
    /// - Parameters:
    ///   - format: The frames that are given.
    ///   - target: Those that are wanted.
    ///   - timeBase: That of the timestamps of both.
    ///   - isInterlaced: Whether frames consist of two fields, which are not to be mixed.
    /// - Returns: What fits them.
    /// - Throws: What filters throw.
    ///
    /// Not an initialiser: Swift 6.3 miscompiles throwing ones of noncopyable values.
    static func make(
        _ format: Format,
        _ target: FrameTarget,
        timeBase: TimeBase,
        isInterlaced: Bool
    ) throws -> FrameFitting {
        let turns = DisplayOrientation.filters(
            quarterTurns: format.turn.quarterTurns,
            isMirrored: format.turn.isMirrored
        )
        let (width, height) = format.turn.swapsSides ? (format.height, format.width) : (format.width, format.height)
        // Where a part's frames change their size, what they show keeps its shape.
        let stretch = format.turn.swapsSides ? 1 / format.stretch : format.stretch
        // Where full range stays full, both sides must be told: the scaler takes unlabelled frames for limited, and brings others there.
        let range = target.colour.range == "pc" ? ":in_range=pc:out_range=pc" : ""
        func scale(_ newWidth: Int, _ newHeight: Int) -> String {
            // Of an odd number of rows libswscale would leave out the last one.
            let areFields = isInterlaced && height % 2 == 0 && newHeight % 2 == 0
            return "scale=\(newWidth):\(newHeight)\(range)\(areFields ? ":interl=1" : "")"
        }
        let (right, bottom) = (target.width - width, target.height - height)
        let own = "format=\(target.pixelFormat.name)"
        var filters = turns
        var place = FrameLayout.Place(left: 0, top: 0, width: target.width, height: target.height)
        if stretch == 1, (0...3).contains(right), (0...3).contains(bottom) {
            filters += [scale(width, height), own]
            if right > 0 || bottom > 0 {
                // One row or column more is a copy of the last one.
                filters += [
                    "pad=\(target.width):\(target.height)", "fillborders=right=\(right):bottom=\(bottom):mode=smear",
                ]
            }
        } else {
            place = Self.place(ofWidth: Double(width) * stretch, height: Double(height), in: target)
            filters += [scale(place.width, place.height), "setsar=1", own]
        }
        return FrameFitting(
            format: format,
            graph: try FilterGraph(
                filters.joined(separator: ","),
                input: .video(
                    width: format.width,
                    height: format.height,
                    pixelFormat: format.pixelFormat,
                    timeBase: timeBase,
                    sampleAspectRatio: nil
                )
            ),
            bars: place.width < target.width || place.height < target.height ? (FrameCanvas(target), place) : nil
        )
    }

    /// Where frames of a shape are as large as fits into those of the target: in the middle.
    private static func place(ofWidth width: Double, height: Double, in target: FrameTarget) -> FrameLayout.Place {
        let scale = min(Double(target.width) / width, Double(target.height) / height)
        func fitted(_ side: Double, _ limit: Int) -> Int { min(limit, max(1, Int((side * scale).rounded()))) }
        let (width, height) = (fitted(width, target.width), fitted(height, target.height))
        // Chroma mostly has half the resolution.
        return FrameLayout.Place(
            left: (target.width - width) / 4 * 2,
            top: (target.height - height) / 4 * 2,
            width: width,
            height: height
        )
    }

    /// The frame as the encoder takes it, with what is known of it beside its samples.
    func fit(_ frame: borrowing Frame) throws -> Frame {
        guard let output = try graph.apply(to: frame) else {
            throw ExportError(.fault, "the frame converter gave nothing")
        }
        guard let bars else { return output }
        return try bars.canvas.framing(output, at: bars.place)
    }
}
