internal import FFmpeg
internal import Glibc

/// Moves the frames of a part against the shaking of the camera, and cuts off what would be empty at their borders.
///
/// Samples are resampled along rows and then along columns (Catmull and Smith 1980), by Lanczos windows of three lobes. Size and
/// depth stay; where samples do not lie in planes, they do so afterwards.
struct FrameMover: ~Copyable {
    let motion: SteadyMotion
    private var resampler = LineResampler()
    private var planes = PlanarFrames()

    init(_ motion: SteadyMotion) { self.motion = motion }

    /// The frame that is presented at an instant of the source, in seconds, moved. Where nothing is to be moved, it has the same
    /// samples.
    mutating func move(_ frame: borrowing Frame, at instant: Double) throws -> Frame {
        if motion.margin.share == 0 { return try frame.reference() }
        let source = try self.planes.planar(frame)
        guard let pixelFormat = source.pixelFormat, let planes = pixelFormat.planes else {
            throw ExportError(.unsupported, "frames of an unknown format cannot be moved")
        }
        let output = try Frame.video(pixelFormat, width: frame.width, height: frame.height)
        try output.copyProperties(of: frame)
        let correction = motion.correction(at: instant)
        for (component, plane) in planes.order.enumerated() {
            let isChroma = component > 0 && planes.family == .yuv
            let map = PlaneMap(
                showing: correction,
                enlarged: 1 / (1 - motion.margin.share),
                width: isChroma
                    ? (frame.width + (1 << planes.horizontalShift) - 1) >> planes.horizontalShift : frame.width,
                height: source.rows(ofPlane: plane),
                horizontalShift: isChroma ? planes.horizontalShift : 0,
                verticalShift: isChroma ? planes.verticalShift : 0,
                pixelAspect: motion.pixelAspect
            )
            guard let from = unsafe source.address(ofPlane: plane), let to = unsafe output.address(ofPlane: plane)
            else {
                continue
            }
            let depth: LineResampler.Depth =
                planes.isFloat ? .float : planes.bits <= 8 ? .byte : .word(bits: planes.bits)
            unsafe resampler.resample(from, to: to, depth, map)
        }
        return output
    }
}
