internal import CZimg
package import FFmpeg
internal import Glibc

/// Turns frames of one kind into another in one step: size, part, colours, depth and chroma.
///
/// Sizes change by Lanczos windows of three lobes; what becomes smaller is filtered first. Chroma stays where it belongs. Depth
/// is reduced by error diffusion.
///
/// `@unchecked Sendable`: noncopyable, so one thread at a time uses it.
@safe
package struct FrameScaler: ~Copyable, @unchecked Sendable {
    /// What goes in.
    package let source: FrameKind
    /// What comes out.
    package let target: FrameKind
    private let graph: ScalingGraph

    /// Plans the way from one kind to another.
    ///
    /// - Parameters:
    ///   - source: What goes in.
    ///   - target: What comes out; its part is not used.
    ///   - white: Candela a square metre that are 1 in linear light.
    /// - Throws: ``ScalingError`` for formats without planes, and for what zimg cannot do.
    package init(from source: FrameKind, to target: FrameKind, white: Double = 100) throws(ScalingError) {
        graph = try ScalingGraph(from: source.imageFormat(), to: target.imageFormat(), white: white)
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
            try graph.process(planes(of: frame, source), into: planes(of: output, target))
        } else {
            let aligned = try frame.copy()
            try graph.process(planes(of: aligned, source), into: planes(of: output, target))
        }
        return output
    }

    private func planes(of frame: borrowing Frame, _ kind: FrameKind) -> [ScalingGraph.Plane] {
        var planes: [ScalingGraph.Plane] = []
        for index in kind.pixelFormat.planes?.order ?? [] {
            guard let (first, stride) = unsafe frame.address(ofPlane: index) else { continue }
            planes.append(unsafe ScalingGraph.Plane(address: first, stride: stride))
        }
        return planes
    }
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
