/// The planes of a 4:2:0 frame, in the order in which libav and V4L2 store them.
public enum FramePlane: Int, CaseIterable, Sendable {
    /// Brightness, one sample a pixel.
    case luma
    /// Blue difference, one sample for two by two pixels.
    case cb
    /// Red difference, one sample for two by two pixels.
    case cr

    /// Samples in a row of the plane of a frame with `width` pixels. Half a sample counts as a whole one.
    public func columns(ofWidth width: Int) -> Int { self == .luma ? width : (width + 1) / 2 }

    /// Rows of the plane of a frame with `height` pixels. Half a row counts as a whole one.
    public func rows(ofHeight height: Int) -> Int { self == .luma ? height : (height + 1) / 2 }

    /// Samples of the plane to one pixel, along either axis.
    var scale: Double { self == .luma ? 1 : 0.5 }

    /// Where the frame's left edge lies in the plane, in samples. H.264 expects chroma samples in line with the left
    /// one of their two pixels (ITU-T H.264, figure E-1, type 0), a quarter of a sample left of the middle.
    var leftEdge: Double { self == .luma ? 0 : 0.25 }
}
