internal import FFmpeg
internal import MediaFormats

/// How a codec in a container has samples, whatever they were before, because it knows no other way, or nothing would say so.
struct SampleCoding: Sendable {
    private let codec: VideoCodec
    /// Whether neither the stream nor the container says which colours samples stand for.
    private let isUnstated: Bool

    /// - Parameters:
    ///   - codec: The codec.
    ///   - container: `nil` for one that states colours.
    init(_ codec: VideoCodec, in container: Container?) {
        self.codec = codec
        isUnstated = !codec.traits.statesColours && !(container?.traits.statesColours ?? true)
    }

    /// Whether high dynamic range can be kept.
    var keepsHighRange: Bool { codec.traits.knowsHighRange && !isUnstated }

    /// Colours as they are coded in samples of a format; `lines` is the height of frames.
    func coding(_ colour: ColourDescription, as format: PixelFormat, lines: Int) -> ColourDescription {
        var colour = colour.coded(as: format, lines: lines)
        guard format.planes?.family != .rgb else { return colour }
        if isUnstated {
            let usual = ColourDescription().completed(in: format, lines: lines)
            (colour.range, colour.matrix) = (usual.range, usual.matrix)
        }
        if let range = codec.traits.range { colour.range = range }
        if let matrix = codec.traits.matrix { colour.matrix = matrix }
        // Primaries that lie close together are not told apart where nothing states them; those of BT.2020 are far off.
        if isUnstated || codec.traits.matrix != nil, colour.primaries == "bt2020" { colour.primaries = "bt709" }
        if codec.traits.range == "pc" || codec.traits.matrix != nil { colour.chromaLocation = "center" }
        return colour
    }

    /// Why samples are coded anew.
    var reason: String {
        let name = codec.rawValue
        if isUnstated { return "samples are coded as players take those of which nothing says how they are" }
        let range = codec.traits.range.map { $0 == "pc" ? "full range" : "limited range" }
        let matrix = codec.traits.matrix.map { _ in "the matrix of BT.601" }
        let ways = [range.map { "in \($0)" }, matrix.map { "by \($0)" }].compactMap { $0 }
        if ways.isEmpty {
            return "samples become those of \(codec.traits.hasPalette ? "red, green and blue" : "luma and chroma")"
        }
        return "samples are coded \(ways.joined(separator: " ")), as \(name) has them"
    }
}
