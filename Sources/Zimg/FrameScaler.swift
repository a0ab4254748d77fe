internal import CZimg
package import FFmpeg
internal import Glibc

/// Turns frames of one kind into another in one step: size, part, colours, depth and chroma.
///
/// Sizes change by Lanczos windows of three lobes; what becomes smaller is filtered first. Chroma stays where it belongs. Where
/// depth is reduced, that is done by error diffusion. The fields of interlaced frames are not mixed.
///
/// `@unchecked Sendable`: noncopyable, so one thread at a time uses it.
@safe
package struct FrameScaler: ~Copyable, @unchecked Sendable {
    /// What goes in.
    package let source: FrameKind
    /// What comes out.
    package let target: FrameKind
    /// For all lines, or for the upper field.
    private let graph: ScalingGraph
    /// For the lower field; `nil` where frames are whole.
    private let lower: ScalingGraph?

    /// Plans the way from one kind to another.
    ///
    /// - Parameters:
    ///   - source: What goes in.
    ///   - target: What comes out; its part is not used.
    ///   - white: Candela a square metre that are 1 in linear light.
    ///   - isInterlaced: Whether frames consist of two fields. Each plane of both kinds has an even number of lines then, as has the
    ///     part, which begins at an even one.
    /// - Throws: ``ScalingError`` for formats without planes, and for what zimg cannot do.
    package init(
        from source: FrameKind,
        to target: FrameKind,
        white: Double = 100,
        isInterlaced: Bool = false
    ) throws(ScalingError) {
        func graph(_ field: FrameKind.Field?) throws(ScalingError) -> ScalingGraph {
            try ScalingGraph(
                from: source.imageFormat(of: field),
                to: target.imageFormat(of: field),
                white: white,
                diffusesErrors: source.depth > target.depth
            )
        }
        let first = try graph(isInterlaced ? .upper : nil)
        lower = isInterlaced ? try graph(.lower) : nil
        self.graph = first
        self.source = source
        self.target = target
    }

    /// Scales a frame.
    ///
    /// - Parameter frame: Of the kind that goes in. It stays as it is.
    /// - Returns: A new frame with the properties of the old one, but for its colours.
    /// - Throws: ``ScalingError``, `FFmpegError`.
    package func scale(_ frame: borrowing Frame) throws -> Frame {
        let output = try Frame.video(target.pixelFormat, width: target.width, height: target.height)
        try output.copyProperties(of: frame)
        output.set(target.colour)
        if frame.isAligned {
            try process(frame, into: output)
        } else {
            try process(try frame.copy(), into: output)
        }
        return output
    }

    private func process(_ frame: borrowing Frame, into output: borrowing Frame) throws(ScalingError) {
        switch lower {
        case .none:
            try graph.process(planes(of: frame, source), into: planes(of: output, target))
        case .some(let lower):
            try graph.process(planes(of: frame, source, .upper), into: planes(of: output, target, .upper))
            try lower.process(planes(of: frame, source, .lower), into: planes(of: output, target, .lower))
        }
    }

    private func planes(
        of frame: borrowing Frame,
        _ kind: FrameKind,
        _ field: FrameKind.Field? = nil
    ) -> [ScalingGraph.Plane] {
        var planes: [ScalingGraph.Plane] = []
        for index in kind.pixelFormat.planes?.order ?? [] {
            guard let (first, stride) = unsafe frame.address(ofPlane: index) else { continue }
            let line = field?.rawValue ?? 0
            planes.append(
                unsafe ScalingGraph.Plane(address: first + line * stride, stride: field == nil ? stride : 2 * stride)
            )
        }
        return planes
    }
}

extension FrameKind {
    /// Bits of a sample.
    fileprivate var depth: Int { pixelFormat.planes?.bits ?? 0 }
}

extension Frame {
    /// Whether zimg takes the frame's memory as it is.
    fileprivate var isAligned: Bool {
        for index in 0..<4 {
            guard let (first, stride) = unsafe address(ofPlane: index) else { break }
            let place = Int(bitPattern: first)
            if place % ScalingGraph.alignment != 0 || stride % ScalingGraph.alignment != 0 { return false }
        }
        return true
    }
}
