internal import DequeModule
internal import FFmpeg
internal import MediaTime

/// Notices movement in a part of the frame: it compares the brightness with that of 50 ms before.
final class MotionDetector {
    private let area: FrameArea
    private let frames: EncoderFrames
    private var reference: [UInt8] = []
    private var lastLook: RationalTime?
    /// The frames since then.
    private var between = UniqueDeque<Skipped>()
    /// Whether the frame that was looked at before differed.
    private var isMoving = false

    /// A frame between two that are compared.
    private enum Skipped: ~Copyable {
        /// It is looked at where that is needed.
        case coded(QueuedFrame)
        /// It had to be decoded in any case: others refer to it.
        case seen([UInt8], CapturedFrame)
    }

    /// The time between two frames that are compared, in seconds. From one frame to the next a fast camera sees too little
    /// change.
    private static let step = RationalTime(1, 20)
    /// One of this number of pixels is compared, along each axis.
    private static let spacing = 4
    /// A difference in brightness above this is no noise; of 255.
    private static let difference = 24
    /// It is movement when more than one of this number of pixels differs.
    private static let part = 50

    init(_ area: FrameArea, mode: CaptureMode) throws(CaptureError) {
        guard area.lies(in: mode.size) else {
            throw CaptureError(.unsupported, "the area to watch for motion is not within \(mode.size)")
        }
        self.area = area
        do {
            let format = PixelFormat(named: "yuv420p")
            frames = try EncoderFrames.make(mode: mode, offered: [format].compactMap { $0 })
        } catch {
            throw CaptureError(anything: error)
        }
    }

    /// The frame in which something begins to move, or goes on to.
    ///
    /// Frames are compared every 50 ms, because that costs time. Where one differs after one that did not, those between
    /// them are looked at, too, to find the first that does.
    ///
    /// - Returns: `nil` where nothing moves, or the frame is one of those between.
    /// Of H.264 and HEVC every frame is decoded, and may be found with a later one: it must be given all of them.
    ///
    /// - Complexity: O(pixels of the frame) for encoded ones and conversions, else of the area.
    func onset(_ frame: borrowing QueuedFrame) throws -> CapturedFrame? {
        if frames.areIndependent, try isBetween(frame.facts) {
            if !isMoving { between.append(.coded(try frame.reference())) }
            return nil
        }
        var onset: CapturedFrame?
        try frames.take(frame) { picture, place in
            let mover = try look(at: luma(of: picture), place.facts)
            onset = onset ?? mover
        }
        return onset
    }

    private func look(at samples: [UInt8], _ facts: CapturedFrame) throws -> CapturedFrame? {
        if try isBetween(facts) {
            if !isMoving { between.append(.seen(samples, facts)) }
            return nil
        }
        lastLook = facts.timestamp
        defer { reference = samples }
        let wasMoving = isMoving
        isMoving = differs(samples)
        var first: CapturedFrame?
        while isMoving, !wasMoving, first == nil, let earlier = between.popFirst() { first = try mover(earlier) }
        between.removeAll()
        return isMoving ? first ?? facts : nil
    }

    private func isBetween(_ facts: CapturedFrame) throws -> Bool {
        guard let lastLook else { return false }
        return try facts.timestamp - lastLook < Self.step
    }

    /// A frame that was passed over, where something moves in it.
    private func mover(_ skipped: consuming Skipped) throws -> CapturedFrame? {
        switch consume skipped {
        case .seen(let samples, let facts):
            return differs(samples) ? facts : nil
        case .coded(let frame):
            var isMover = false
            try frames.take(frame) { picture, _ in isMover = differs(luma(of: picture)) }
            return isMover ? frame.facts : nil
        }
    }

    /// Whether a frame's brightness differs from that of the frame that was looked at before.
    private func differs(_ samples: [UInt8]) -> Bool {
        guard reference.count == samples.count else { return false }
        let changed = zip(reference, samples).count { abs(Int($0) - Int($1)) > Self.difference }
        return changed * Self.part > samples.count
    }

    private func luma(of frame: borrowing Frame) -> [UInt8] {
        let row = frame.stride(ofPlane: 0)
        return frame.withPlane(0) { plane in
            var samples: [UInt8] = []
            for y in Swift.stride(from: area.top, to: area.top + area.size.height, by: Self.spacing) {
                for x in Swift.stride(from: area.left, to: area.left + area.size.width, by: Self.spacing) {
                    samples.append(plane[y * row + x])
                }
            }
            return samples
        }
    }
}
