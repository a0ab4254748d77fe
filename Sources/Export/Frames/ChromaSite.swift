internal import FFmpeg

/// Where samples of chroma lie within the samples of luma that share them.
enum ChromaSite {
    /// By libav's names: to the right and down, in samples of luma from the middle.
    private static let places: [(name: String, x: Double, y: Double)] = [
        ("left", -0.5, 0), ("center", 0, 0), ("topleft", -0.5, -0.5), ("top", 0, -0.5), ("bottomleft", -0.5, 0.5),
        ("bottom", 0, 0.5),
    ]

    /// Where chroma must lie so that it is at its place when the frame has been turned; `nil` where that place has no name, or
    /// turning exchanges resolutions of width and height that differ.
    static func before(_ orientation: FrameOrientation, _ place: String?, _ format: PixelFormat) -> String? {
        let place = places.first { $0.name == place ?? "left" } ?? places[0]
        guard let planes = format.planes, planes.family == .yuv, orientation != .upright else { return place.name }
        let (horizontal, vertical) = (planes.horizontalShift, planes.verticalShift)
        if horizontal == 0, vertical == 0 { return place.name }
        guard !orientation.swapsSides || horizontal == vertical else { return nil }
        let before = orientation.inverse.applied(to: (x: place.x, y: place.y))
        return places.first { $0.x == before.x && (vertical == 0 || $0.y == before.y) }?.name
    }
}
