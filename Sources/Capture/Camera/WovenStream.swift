internal import MediaTime

/// A camera whose raw frames are lent as whole ones, though its buffers have their fields apart.
///
/// A frame of which a field is missing is said to be damaged.
final class WovenStream: CaptureStream {
    /// How fields lie in the camera's buffers.
    enum Arrangement: Hashable {
        /// Both in one, the older one first.
        case together
        /// Each in one of its own, which says which it is.
        case apart
    }

    private let stream: any CaptureStream
    private let weave: FieldWeave
    private let arrangement: Arrangement
    /// The frame that is lent.
    private var woven: [UInt8] = []
    /// Whether two fields with one number have come: then the driver counts frames.
    private var countsFrames = false
    /// The field whose other one has not come yet.
    private var held: (bytes: [UInt8], facts: CapturedFrame)?

    /// - Parameters:
    ///   - stream: the camera, whose rows have no padding and whose mode is that of whole frames. The caller does not use it any more.
    ///   - weave: puts its fields together.
    ///   - arrangement: how they come.
    init(_ stream: any CaptureStream, _ weave: FieldWeave, _ arrangement: Arrangement) {
        self.stream = stream
        self.weave = weave
        self.arrangement = arrangement
    }

    var device: CaptureDeviceInfo { stream.device }
    var mode: CaptureMode { stream.mode }

    func start() throws(CaptureError) {
        held = nil
        try stream.start()
    }

    func stop() throws(CaptureError) { try stream.stop() }

    func nextFrame(
        within timeout: RationalTime,
        _ body: (borrowing RawSpan, CapturedFrame) -> Void
    ) throws(CaptureError) -> Bool {
        var isGiven = false
        let hasCome = try stream.nextFrame(within: timeout) { bytes, facts in
            switch arrangement {
            case .together:
                isGiven = true
                guard bytes.byteCount >= weave.size else { return body(bytes, facts.damaged) }
                weave.weave(bytes, isUpperFirst: mode.fields == .upperFirst, into: &woven)
                unsafe woven.withUnsafeBytes { unsafe body($0.bytes, facts) }
            case .apart:
                isGiven = take(bytes, facts, body)
            }
        }
        return hasCome && isGiven
    }

    /// Takes a field, and gives a frame where it is the second one of it, or the one before is left alone.
    private func take(
        _ bytes: borrowing RawSpan,
        _ facts: CapturedFrame,
        _ body: (borrowing RawSpan, CapturedFrame) -> Void
    ) -> Bool {
        guard let earlier = held, isOfOneFrame(earlier.facts, facts) else {
            let alone = held
            held = unsafe (bytes.withUnsafeBytes { unsafe Array($0) }, facts)
            guard let alone else { return false }
            unsafe alone.bytes.withUnsafeBytes { unsafe body($0.bytes, alone.facts.damaged) }
            return true
        }
        held = nil
        let isUpperFirst = earlier.facts.fields == .upperOnly
        let isWhole = min(earlier.bytes.count, bytes.byteCount) >= weave.size / 2
        if isWhole {
            unsafe earlier.bytes.withUnsafeBytes { first in
                let first = unsafe first.bytes
                if isUpperFirst {
                    weave.weave(upper: first, lower: bytes, into: &woven)
                } else {
                    weave.weave(upper: bytes, lower: first, into: &woven)
                }
            }
        }
        let frame = CapturedFrame(
            sequence: earlier.facts.sequence,
            timestamp: earlier.facts.timestamp,
            timestampSource: earlier.facts.timestampSource,
            isDamaged: !isWhole || earlier.facts.isDamaged || facts.isDamaged,
            fields: isUpperFirst ? .upperFirst : .lowerFirst
        )
        unsafe woven.withUnsafeBytes { unsafe body($0.bytes, frame) }
        return true
    }

    /// Whether a field goes with the one before it. Both have one number; of a driver that counts fields the older one's is the lower one.
    private func isOfOneFrame(_ earlier: CapturedFrame, _ later: CapturedFrame) -> Bool {
        let parities = [earlier.fields, later.fields]
        guard parities == [.upperOnly, .lowerOnly] || parities == [.lowerOnly, .upperOnly] else { return false }
        switch later.sequence &- earlier.sequence {
        case 0:
            countsFrames = true
            return true
        case 1 where !countsFrames: return (earlier.fields == .upperOnly) == (mode.fields == .upperFirst)
        default: return false
        }
    }
}
